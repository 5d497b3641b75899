#include "core/diagnosis/explain.h"

#include <algorithm>
#include <cmath>

#include "core/base/elementary.h"
#include "core/constants/constant_kinds.h"
#include "core/evaluate/evaluate.h"
#include "core/measured/compare.h"

namespace shardscope {

namespace {

constexpr double prior_of_none = 0.7, freedom = 5;

double distance(double seen, const ExpectedSign& expected) {
  return (seen - expected.value) / (seen < expected.value ? expected.below : expected.above);
}

/// log of how likely the signs are, up to what all hypotheses share; a sign that only one side knows says nothing.
double log_likelihood(const SeenSigns& seen, const ExpectedSigns& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!seen[i] || !expected[i]) continue;
    const double z = distance(*seen[i], *expected[i]);
    sum -=
        (freedom + 1) / 2 * logarithm_of_one_plus(z * z / freedom) + logarithm(expected[i]->below + expected[i]->above);
  }
  return sum;
}

/// Where one in a hundred lies beyond, on both sides: of Student's t with 5 degrees of freedom.
constexpr double deviations_to_hundredth = 4.03;

/// Whether every sign lies within so many deviations of what is expected.
bool all_within(double deviations, const SeenSigns& seen, const ExpectedSigns& expected) {
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i] && expected[i] && std::abs(distance(*seen[i], *expected[i])) > deviations) return false;
  return true;
}

/// With what waits beside the evaluated step, and what no scenario expresses.
ExpectedSigns signs_of(const Altered& altered, const Report& report) {
  ExpectedSigns expected = expected_signs(report);
  const auto at = [&](Sign sign) -> std::optional<ExpectedSign>& { return expected[index_of(sign)]; };
  if (at(Sign::step)) at(Sign::step)->value += logarithm_of_one_plus(altered.waiting);
  if (at(Sign::gradient_sync)) at(Sign::gradient_sync)->value /= 1 + altered.waiting;
  if (at(Sign::passes))  // waits are within the forward pass
    at(Sign::passes)->value =
        logarithm((exponential(at(Sign::passes)->value) + altered.waiting) / (1 + altered.waiting));
  for (const SignShift& shift : altered.shifts) {
    if (!at(shift.sign)) continue;
    ExpectedSign& sign = *at(shift.sign);
    sign.value += shift.by, sign.below = std::hypot(sign.below, shift.stray);
    sign.above = std::hypot(sign.above, shift.stray);
  }
  return expected;
}

/// Whether it would show at all: a hundredth of the step or of memory.
bool shows(const Altered& altered, const Report& with, const Report& without) {
  constexpr double hundredth = 0.01;
  const auto bytes = [](const Report& report) {
    return figures_of(report, MemoryKind::allocated)[index_of(MeasuredField::peak_memory_bytes)].value_or(1);
  };
  return altered.waiting > hundredth || std::abs(with.time->step / without.time->step - 1) > hundredth ||
         std::abs(bytes(with) / bytes(without) - 1) > hundredth;
}

struct Weighed {
  WeighedCause explanation;
  double log_weight = 0;  // likelihood and the strength's share of the cause's prior
};

/// The cause at its best strength, weighed over all of them; nothing where none shows.
std::optional<Weighed> weigh(Cause cause, const Report& report, const SeenSigns& seen) {
  std::vector<Weighed> tried;
  for (const Altered& altered : alterations(cause, report)) {
    const Report with = evaluate(altered.scenario);
    if (!with.valid || !with.time || !shows(altered, with, report)) continue;
    Weighed each;
    each.explanation.cause = cause, each.explanation.strength = altered.strength;
    each.explanation.step = with.time->step * (1 + altered.waiting);
    if (const auto bytes = figures_of(with, MemoryKind::allocated)[index_of(MeasuredField::peak_memory_bytes)])
      each.explanation.allocated = Bytes{*bytes};
    each.explanation.saved =
        Seconds{exponential(*seen[index_of(Sign::step)])} * (1 - report.time->step / each.explanation.step);
    const ExpectedSigns expected = signs_of(altered, with);
    each.explanation.explains_all = all_within(deviations_to_hundredth, seen, expected);
    each.log_weight = log_likelihood(seen, expected);
    tried.push_back(each);
  }
  if (tried.empty()) return std::nullopt;
  Weighed best = *std::max_element(tried.begin(), tried.end(),
                                   [](const Weighed& a, const Weighed& b) { return a.log_weight < b.log_weight; });
  double sum = 0;
  for (const Weighed& each : tried) sum += exponential(each.log_weight - best.log_weight);
  best.log_weight += logarithm(sum / static_cast<double>(tried.size()));
  return best;
}

}  // namespace

std::vector<WeighedCause> explain(const MeasuredLog& log, const Report& report) {
  const SeenSigns seen = seen_signs(log);
  if (!report.valid || !report.time || !seen[index_of(Sign::step)]) return {};
  const ExpectedSigns expected = expected_signs(report);
  std::vector<Weighed> causes;
  for (std::size_t i = 0; i < count_of<Cause>; ++i)
    if (std::optional<Weighed> each = weigh(static_cast<Cause>(i), report, seen)) causes.push_back(*each);
  const double none = log_likelihood(seen, expected);
  double most = none;
  for (const Weighed& each : causes) most = std::max(most, each.log_weight);
  const double share = (1 - prior_of_none) / static_cast<double>(std::max<std::size_t>(1, causes.size()));
  double sum = prior_of_none * exponential(none - most);
  for (const Weighed& each : causes) sum += share * exponential(each.log_weight - most);
  const bool strays = !all_within(deviations_to_tenth, seen, expected);
  std::vector<WeighedCause> explanations;
  for (Weighed& each : causes) {
    each.explanation.likelihood = share * exponential(each.log_weight - most) / sum;
    each.explanation.likely = strays && each.explanation.explains_all && each.explanation.likelihood > 0.5;
    explanations.push_back(each.explanation);
  }
  std::stable_sort(explanations.begin(), explanations.end(),
                   [](const WeighedCause& a, const WeighedCause& b) { return a.likelihood > b.likelihood; });
  return explanations;
}

}  // namespace shardscope
