// halfspace VERB: finds the verb, runs it, turns what it says into an exit code.
#include "command.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "base/simd_choice.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"
#include "heap.hpp"
#include "last_resort.hpp"
#include "overview.hpp"
#include "page_server.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

constexpr int usage_code = static_cast<int>(Code::usage);

void complain(const std::string& text) { write_line("halfspace: " + for_terminal(text) + "\n"); }

int finish(const Error& error) {
  constexpr int no_answer = 4;
  if (error.code == Code::interrupted && !interrupted()) {
    complain(error.text());
    return no_answer;  // the time limit
  }
  if (!error.message.empty() || !error.where.empty()) complain(error.text());
  return error.message.empty() && error.where.empty() ? 0
                                                      : static_cast<int>(error.code);  // a closed pipe is no failure
}

int run_verb(const Verb& verb, const std::vector<std::string>& words) {
  const auto args = parse(verb, words);
  if (!args) return finish(args.error());
  if (args.value().has("help")) {
    const auto done = print(args.value().has("json") ? json_text(help_json(verb), 2) + "\n" : help_text(verb));
    return done ? 0 : finish(done.error());
  }
  if (const auto fine = check_common(args.value()); !fine) return finish(fine.error());
  prepare_heap(words);
  const SimdScope simd(simd_of(args.value()).value());
  const Outcome outcome = verb.run(args.value());
  return outcome ? outcome.value() : finish(outcome.error());
}

int run(const std::vector<std::string>& words) {
  if (words.empty()) {
    complain("no verb\n\n" + overview());
    return usage_code;
  }
  const auto verb = find_verb(words[0]);
  return verb ? run_verb(*verb.value(), {words.begin() + 1, words.end()}) : finish(verb.error());
}

}  // namespace
}  // namespace halfspace::cli

const char halfspace_command_version[] = HALFSPACE_VERSION;

int halfspace_command(int count, char** words, HalfspaceServe* serve) {
  halfspace::cli::serve_by(serve);
  std::set_terminate(halfspace::cli::end_with_message);
  halfspace::cli::open_standard_streams();
  halfspace::cli::catch_interrupts();
  try {
    return halfspace::cli::run(std::vector<std::string>(words + std::min(count, 1), words + count));
  } catch (const std::bad_alloc&) {
    halfspace::cli::write_line(halfspace::cli::out_of_memory_line);
    return static_cast<int>(halfspace::Code::bad_data);
  } catch (const halfspace::Stopped& stopped) {
    return halfspace::cli::finish(
        {halfspace::Code::interrupted, "",
         stopped.why == halfspace::Halt::timeout ? "the time limit is reached" : "interrupted"});
  } catch (const std::exception& problem) {
    halfspace::cli::complain(std::string("internal error: ") + problem.what() +
                             "; please report it with the command and its data");
    return static_cast<int>(halfspace::Code::io);
  }
}
