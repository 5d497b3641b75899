#include "tests/fit/spreads.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/evaluate.h"
#include "core/step/spread.h"
#include "tests/fit/fitted.h"

namespace shardscope::fit {

namespace {

constexpr double percentile = 0.9, pull_to = 0.08, pull = 1e-4, least = 0.01, most = 0.4;

/// A run as the search sees it: by spread, the square of what its constants govern of the step.
struct Seen {
  std::vector<double> squares;
  double longer = 0;  // log(measured / predicted)
};

struct Spreads {
  std::vector<FittedSpread> found;
  std::vector<Seen> seen;

  std::size_t place_of(const std::string& name, const ConstantSpread& shipped) {
    for (std::size_t k = 0; k < found.size(); ++k)
      if (found[k].name == name) return k;
    found.push_back({name, shipped.shorter, shipped.longer, pull_to, pull_to});
    return found.size() - 1;
  }
};

/// Products have a spread a family, the software one for dense models and one for mixtures of experts.
std::string spread_name(const SpreadPart& part, std::size_t i, const Scenario& scenario) {
  std::string name(part.name);
  if (i == at(ConstantKind::products) || i == at(ConstantKind::low_products))
    return name + ", " + scenario.cluster.gpu.family;
  if (i == constant_kind_count) return name + (scenario.model.num_experts > 0 ? ", mixtures of experts" : ", dense");
  return name;
}

Spreads spreads_of(const std::vector<MeasuredRun>& timed, const std::vector<double>& errors,
                   const std::vector<double>& weights) {
  Spreads spreads;
  for (std::size_t r = 0; r < timed.size(); ++r) {
    const Scenario& scenario = *timed[r].scenario;
    const Gpu& gpu = scenario.cluster.gpu;
    if (weights[r] <= 0 || !has_fitted_spread(gpu)) continue;
    const Report report = evaluate(scenario);
    if (!report.time) continue;
    Seen seen{{}, -errors[r]};
    const SpreadParts& parts = report.time->range_parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].governs.value <= 0) continue;
      const std::size_t k = spreads.place_of(spread_name(parts[i], i, scenario), parts[i].spread);
      seen.squares.resize(std::max(seen.squares.size(), k + 1));
      seen.squares[k] = std::pow(parts[i].governs / report.time->step, 2);
    }
    spreads.seen.push_back(std::move(seen));
  }
  for (Seen& seen : spreads.seen) seen.squares.resize(spreads.found.size());
  return spreads;
}

/// Mean loss of the upper percentile; `sign` -1 looks at the lower.
double loss(const std::vector<Seen>& runs, const std::vector<double>& spreads, double sign) {
  double sum = 0, pulled = 0;
  for (const Seen& run : runs) {
    double square = 0;
    for (std::size_t k = 0; k < spreads.size(); ++k) square += run.squares[k] * spreads[k] * spreads[k];
    const double beyond = sign * run.longer - std::sqrt(square);
    sum += beyond * (beyond >= 0 ? percentile : percentile - 1);
  }
  for (const double spread : spreads) pulled += std::pow(std::log(spread / pull_to), 2);
  return sum / static_cast<double>(runs.size()) + pull * pulled;
}

/// Coordinate search in factors that shrink.
std::vector<double> best_spreads(const std::vector<Seen>& runs, std::size_t count, double sign) {
  std::vector<double> spreads(count, pull_to);
  double lowest = loss(runs, spreads, sign);
  for (double factor = 1.5; factor > 1.01;) {
    bool better = false;
    for (double& spread : spreads)
      for (const double times : {factor, 1 / factor}) {
        const double before = spread;
        spread = std::clamp(spread * times, least, most);
        const double now = loss(runs, spreads, sign);
        if (now < lowest - 1e-9)
          lowest = now, better = true;
        else
          spread = before;
      }
    if (!better) factor = std::sqrt(factor);
  }
  return spreads;
}

}  // namespace

std::vector<FittedSpread> fitted_spreads(const std::vector<MeasuredRun>& timed, const std::vector<double>& errors,
                                         const std::vector<double>& weights) {
  Spreads spreads = spreads_of(timed, errors, weights);
  if (spreads.seen.empty()) return {};
  const std::vector<double> shorter = best_spreads(spreads.seen, spreads.found.size(), -1),
                            longer = best_spreads(spreads.seen, spreads.found.size(), 1);
  for (std::size_t k = 0; k < spreads.found.size(); ++k)
    spreads.found[k].shorter = shorter[k], spreads.found[k].longer = longer[k];
  return spreads.found;
}

}  // namespace shardscope::fit
