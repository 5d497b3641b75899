#include "tests/fit/spreads.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/step/step_range.h"
#include "tests/fit/fitted.h"

namespace shardscope::fit {

namespace {

constexpr double percentile = 0.9, pull_to = 0.08, pull = 1e-4, least = 0.01, most = 0.4;

/// A run as the search sees it: by spread, the square of what its constants govern of the step.
struct Seen {
  std::vector<double> squares;
  double longer = 0;    // log(measured / predicted)
  std::size_t run = 0;  // its place among the timed runs

  [[nodiscard]] double off_by(const std::vector<double>& spreads) const {
    double square = 0;
    for (std::size_t k = 0; k < spreads.size(); ++k) square += squares[k] * spreads[k] * spreads[k];
    return std::sqrt(square);
  }
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

bool is_mixture(const Scenario& scenario) {
  return scenario.model.num_experts > 0;
}

/// Products have a spread a family, the software one for dense models and one for mixtures of experts.
std::string spread_name(const RangePart& part, std::size_t i, const Scenario& scenario, SpreadsOf whose) {
  const bool known = whose == SpreadsOf::known_families;
  std::string name = (known ? "" : "family unknown: ") + std::string(part.name);
  if (known && (i == index_of(ConstantKind::products) || i == index_of(ConstantKind::low_products)))
    return name + ", " + std::string(json_name(scenario.cluster.gpu.family));
  if (i == index_of(ConstantKind::software)) return name + (is_mixture(scenario) ? ", mixtures of experts" : ", dense");
  return name;
}

RangeParts with_spreads(RangeParts parts, const ConstantSpreads& spreads) {
  for (std::size_t i = 0; i < constant_kind_count; ++i) parts[i].spread = spreads.of_kind[i];
  parts.back().spread = spreads.software;
  return parts;
}

Spreads spreads_of(const std::vector<MeasuredRun>& timed, const std::vector<double>& errors,
                   const std::vector<double>& weights, SpreadsOf whose) {
  Spreads spreads;
  for (std::size_t r = 0; r < timed.size(); ++r) {
    const Scenario& scenario = *timed[r].scenario;
    if (weights[r] <= 0 || !has_fitted_spread(scenario.cluster)) continue;
    const Report report = evaluate(scenario);
    if (!report.time) continue;
    Seen seen{{}, -errors[r], r};
    RangeParts parts = report.time->range_parts;
    if (whose == SpreadsOf::unknown_families) parts = with_spreads(parts, constant_spreads({}, is_mixture(scenario)));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].governs.value <= 0) continue;
      const std::size_t k = spreads.place_of(spread_name(parts[i], i, scenario, whose), parts[i].spread);
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
    const double beyond = sign * run.longer - run.off_by(spreads);
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
                                         const std::vector<double>& weights, SpreadsOf whose) {
  Spreads spreads = spreads_of(timed, errors, weights, whose);
  if (spreads.seen.empty()) return {};
  const std::vector<double> shorter = best_spreads(spreads.seen, spreads.found.size(), -1),
                            longer = best_spreads(spreads.seen, spreads.found.size(), 1);
  for (std::size_t k = 0; k < spreads.found.size(); ++k)
    spreads.found[k].shorter = shorter[k], spreads.found[k].longer = longer[k];
  return spreads.found;
}

std::vector<RangeCoverage> held_out_coverage(const std::vector<MeasuredRun>& timed, const std::vector<double>& errors,
                                             const std::vector<double>& weights, const std::vector<int>& folds) {
  const Spreads all = spreads_of(timed, errors, weights, SpreadsOf::known_families);
  std::vector<RangeCoverage> groups;
  const auto count = [&](const RunGroup& of, bool within) {
    auto group = std::find_if(groups.begin(), groups.end(), [&](const RangeCoverage& g) { return g.group == of; });
    if (group == groups.end()) group = groups.insert(groups.end(), {of, 0, 0});
    group->in_range = (group->in_range * static_cast<double>(group->count) + (within ? 1 : 0)) /
                      static_cast<double>(group->count + 1);
    ++group->count;
  };
  for (const int fold : std::set<int>(folds.begin(), folds.end())) {
    std::vector<Seen> others, own;
    for (const Seen& seen : all.seen) (folds[seen.run] == fold ? own : others).push_back(seen);
    if (others.empty() || own.empty()) continue;
    const std::vector<double> shorter = best_spreads(others, all.found.size(), -1),
                              longer = best_spreads(others, all.found.size(), 1);
    for (const Seen& seen : own) {
      const bool within = -seen.off_by(shorter) <= seen.longer && seen.longer <= seen.off_by(longer);
      const Scenario& scenario = *timed[seen.run].scenario;
      count({}, within);
      count({GroupBy::kind, is_mixture(scenario) ? "moe" : "dense"}, within);
      count({GroupBy::gpu, scenario.cluster.gpu.preset}, within);
    }
  }
  return groups;
}

}  // namespace shardscope::fit
