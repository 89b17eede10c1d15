// Training alone, ours beside LIBLINEAR's at equal objective: 1/2 |w|^2 + C Σ loss, no bias, one thread.
// usage: halfspace_bench_linear [-c C] [-l LOSS] [-r RUNS] LIBSVM-FILE...   (more than two classes: odd labels against
// even)
//
// f* is ours at --tol 1e-6 (proven). LIBLINEAR's tolerance goes down in steps of 4 until it is within 1e-3 of f*, for
// each of its solvers of the loss; the fastest one counts. Times are medians of alternating runs.
#include "solver/linear/linear.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "format/read.hpp"
#include "liblinear.hpp"

namespace {

using namespace halfspace;
using bench::Liblinear;
using Clock = std::chrono::steady_clock;

constexpr double wanted = 1e-3;  // relative error of the objective

double seconds(const std::function<void()>& work) {
  const auto begun = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

struct Case {
  Dataset data;
  std::vector<std::int8_t> y;
};

Case read_case(const std::string& file) {
  auto data = read_dataset(file, {});
  if (!data) {
    std::fprintf(stderr, "%s\n", data.error().text().c_str());
    std::exit(3);
  }
  Case c{std::move(data).value(), {}};
  const bool two = c.data.classes.size() == 2;
  for (const std::uint32_t label : c.data.label)
    c.y.push_back((two ? label == 1 : std::atoi(c.data.classes[label].text.c_str()) % 2 == 1) ? 1 : -1);
  return c;
}

double objective(const Case& c, LossKind kind, double C, const std::vector<double>& w) {
  double f = 0;
  for (const double v : w) f += v * v / 2;
  std::visit(
      [&](const auto& x, auto loss) {
        for (std::size_t i = 0; i < x.rows; ++i) f += C * loss.value(c.y[i] * dot(x.row(i), w.data()));
      },
      c.data.x, loss_of(kind));
  return f;
}

std::vector<int> peers(LossKind kind) {
  if (kind == LossKind::logistic) return {0, 7};
  if (kind == LossKind::squared_hinge) return {1, 2};
  return {3};
}

struct Peer {
  int solver = -1;
  double eps = 0;
  double error = 0;
  double time = INFINITY;
};

/// The fastest way of LIBLINEAR to the wanted error; solver -1 where it has none.
Peer best_peer(const Liblinear& ll, const Case& c, LossKind kind, double C, double best) {
  Peer out;
  for (const int solver : peers(kind)) {
    for (double eps = 4; eps > 1e-5; eps /= 4) {
      Peer p{solver, eps, 0, 0};
      std::vector<double> w;
      p.time = seconds([&] { w = ll.train(solver, C, eps); });
      p.error = objective(c, kind, C, w) / best - 1;
      if (p.time > 30) break;
      if (p.error > wanted) continue;
      if (p.time < out.time) out = p;
      break;
    }
  }
  return out;
}

LinearResult ours(const Case& c, LinearOptions o, double tol) {
  o.tol = tol;
  return train_linear({c.data.x, c.y, {}}, o, {}).value();
}

void compare(const std::string& name, const Case& c, LossKind kind, double C, int runs) {
  LinearOptions o;
  o.loss = kind;
  o.C = C;
  o.bias = Bias::none;
  const double best = ours(c, o, 1e-6).dual;
  const auto ll = Liblinear::load(c.data.x, c.y);
  const Peer peer = ll ? best_peer(*ll, c, kind, C, best) : Peer{};
  std::vector<double> loose, normal, theirs;
  LinearResult a, b;
  for (int k = 0; k < runs; ++k) {
    loose.push_back(seconds([&] { a = ours(c, o, 1e-3); }));
    normal.push_back(seconds([&] { b = ours(c, o, 1e-4); }));
    if (peer.solver >= 0) theirs.push_back(seconds([&] { ll->train(peer.solver, C, peer.eps); }));
  }
  std::printf("train %-12s C %-5g %-14s tol 1e-3 %7.3f s (error %.0e) tol 1e-4 %7.3f s (%.0e, %s, %llu rounds)",
              name.c_str(), C, std::string(name_of(kind)).c_str(), median(loose), a.primal / best - 1, median(normal),
              b.primal / best - 1, b.solver.c_str(), static_cast<unsigned long long>(b.rounds));
  if (peer.solver < 0) {
    std::printf(ll ? "  LIBLINEAR never\n" : "\n");
  } else {
    std::printf("  LIBLINEAR -s %d -e %-6g %7.3f s (%.0e)  ratio %.2f %.2f\n", peer.solver, peer.eps, median(theirs),
                peer.error, median(loose) / median(theirs), median(normal) / median(theirs));
  }
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  double C = 1;
  int runs = 5;
  std::string_view only;
  int k = 1;
  for (; k + 1 < count && words[k][0] == '-'; k += 2) {
    const std::string_view option = words[k];
    if (option == "-c") C = std::atof(words[k + 1]);
    if (option == "-l") only = words[k + 1];
    if (option == "-r") runs = std::atoi(words[k + 1]);
  }
  for (; k < count; ++k) {
    const std::string file = words[k];
    const Case c = read_case(file);
    for (const LossKind kind : {LossKind::hinge, LossKind::squared_hinge, LossKind::logistic}) {
      if (only.empty() || only == name_of(kind)) compare(file.substr(file.rfind('/') + 1), c, kind, C, runs);
    }
  }
  return 0;
}
