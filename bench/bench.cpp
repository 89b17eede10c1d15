// Speed of the parts: LIBSVM text to rows (MB/s, peak bytes a nonzero) and a cyclic perceptron pass (ns a nonzero).
// usage: halfspace_bench [LIBSVM FILE]...   without files it makes its own text-like data. One thread.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "codec/source.hpp"
#include "format/read.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace {

using namespace halfspace;
using Clock = std::chrono::steady_clock;

double seconds(const std::function<void()>& work) {
  const auto begun = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

double median_of(int runs, const std::function<void()>& work) {
  std::vector<double> times;
  for (int k = 0; k < runs; ++k) times.push_back(seconds(work));
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

std::uint64_t peak_bytes() {
  struct rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// Rows with about `per_row` of `cols` columns, six decimals, labels from a hidden vector with some noise.
std::string made_text(std::uint64_t rows, std::uint64_t cols, std::uint64_t per_row) {
  Rng rng(1, Stream::holdout);
  std::string text;
  for (std::uint64_t i = 0; i < rows; ++i) {
    double score = rng.bounded(10) == 0 ? -1 : 0;
    std::string entries;
    const std::uint64_t step = 2 * cols / per_row;
    for (std::uint64_t j = 1 + rng.bounded(step); j <= cols; j += 1 + rng.bounded(step)) {
      const double value = static_cast<double>(1 + rng.bounded(999999)) / 1e6;
      score += value * (j % 3 == 0 ? 1 : -0.5);
      entries += ' ' + std::to_string(j) + ':' + number_text(value);
    }
    text += (score > 0 ? "+1" : "-1") + entries + '\n';
  }
  return text;
}

std::string machine() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

Dataset must(Result<Dataset> data) {
  if (!data) {
    std::fprintf(stderr, "%s\n", data.error().text().c_str());
    std::exit(3);
  }
  return std::move(data).value();
}

/// Peak memory of a process of its own that reads the file once, all of it counted, a nonzero.
double peak_of_reading(const std::string& program, const std::string& file) {
  FILE* child = popen(("'" + program + "' --peak '" + file + "'").c_str(), "r");
  double bytes = 0;
  if (child == nullptr || std::fscanf(child, "%lf", &bytes) != 1) bytes = 0;
  if (child != nullptr) pclose(child);
  return bytes;
}

void report_load(const std::string& name, const std::function<Result<Dataset>()>& read, double peak) {
  Dataset data = must(read());
  const double time = median_of(7, [&] { data = must(read()); });
  std::printf("load  %-28s %6.1f MB %9s nonzeros  %7.0f MB/s", name.c_str(), static_cast<double>(data.text_bytes) / 1e6,
              grouped(data.nonzeros).c_str(), static_cast<double>(data.text_bytes) / 1e6 / time);
  std::printf(peak > 0 ? "  %5.1f bytes a nonzero at peak, whole process\n" : "\n", peak);
}

void report_pass(const std::string& name, const Dataset& data) {
  std::vector<std::int8_t> y;
  for (const std::uint32_t label : data.label) y.push_back(label == 0 ? -1 : 1);
  PerceptronChoices o;
  o.stop = Stop::passes;
  o.passes = std::max<std::uint64_t>(10, 20000000 / data.nonzeros);
  o.decide = Decide::off;
  std::uint64_t updates = 0;
  const double time = median_of(5, [&] {
    const auto run = train_perceptron({data.x, y, {}, {}, 2, data.decimals, data.short_decimals}, o, 1, 0, {});
    updates = run.value().updates;
  });
  std::printf("pass  %-28s %9s nonzeros, %4.1f %% of visits update  %6.2f ns a nonzero\n", name.c_str(),
              grouped(data.nonzeros).c_str(),
              100 * static_cast<double>(updates) / static_cast<double>(o.passes * data.rows),
              time * 1e9 / static_cast<double>(o.passes * data.nonzeros));
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> files(words + 1, words + count);
  if (files.size() == 2 && files[0] == "--peak") {
    const Dataset data = must(read_dataset(files[1], {}));
    std::printf("%.3f\n", static_cast<double>(peak_bytes()) / static_cast<double>(data.nonzeros));
    return 0;
  }
  std::printf("machine: %s\n", machine().c_str());
  for (const std::string& file : files)
    report_load(
        file.substr(file.rfind('/') + 1), [&] { return read_dataset(file, {}); }, peak_of_reading(words[0], file));
  const std::string text = made_text(20000, 200000, 140);
  ReadOptions options;
  options.format = "libsvm";
  report_load("made text (in memory)", [&] { return read_dataset(memory_source(text), "made", options); }, 0);
  const std::string small = made_text(500, 2000, 50);
  report_pass("made, in cache", must(read_dataset(memory_source(small), "made", options)));
  for (const std::string& file : files) {
    const Dataset data = must(read_dataset(file, {}));
    if (data.classes.size() == 2) report_pass(file.substr(file.rfind('/') + 1), data);
  }
  return 0;
}
