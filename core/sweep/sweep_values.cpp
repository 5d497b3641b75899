#include "core/sweep/sweep_values.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/limits.h"
#include "core/base/number_lists.h"
#include "core/base/number_text.h"
#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/validate/valid_values.h"

namespace shardscope {

namespace {

constexpr std::string_view gpus_path = "cluster.gpus", replicas_path = "plan.dp";
constexpr std::int64_t sizes_span = 16;  // times fewer and more replicas than the present ones
constexpr int digits_of_scaled = 3;

bool is_number(const Field& field) {
  return field.kind == FieldKind::count || field.kind == FieldKind::real;
}

/// So many of them, as evenly apart by their ratios as they lie, the ends and the present one among them.
std::vector<double> thinned(const std::vector<double>& values, std::size_t count_max, double present) {
  if (values.size() <= count_max) return values;
  std::vector<double> kept;
  if (std::binary_search(values.begin(), values.end(), present)) kept.push_back(present);
  const double first = std::max(values.front(), 1e-300), ratio = values.back() / first;
  for (std::size_t i = 0; i + 1 < count_max; ++i) {
    const double wished = first * std::pow(ratio, static_cast<double>(i) / static_cast<double>(count_max - 2));
    const auto nearer = [&](double a, double b) {
      return std::abs(std::log(std::max(a, 1e-300) / wished)) < std::abs(std::log(std::max(b, 1e-300) / wished));
    };
    kept.push_back(*std::min_element(values.begin(), values.end(), nearer));
  }
  sort_distinct(kept);
  return kept;
}

/// Numbers of replicas that keep what is asked for: of one batch those that share it evenly, else doublings.
std::vector<double> replica_counts(const Scenario& filled, SweepFollow follow) {
  const Plan& plan = filled.plan;
  const std::int64_t present = std::max<std::int64_t>(1, replicas_of(plan));
  const std::int64_t step =
      std::max<std::int64_t>(1, replicas_for_experts(plan.tp, plan.cp, plan.ep, expert_tensor_of(plan)));
  const std::int64_t least = std::max<std::int64_t>(1, present / sizes_span),
                     most = saturating_product({present, sizes_span});
  std::vector<double> counts = {static_cast<double>(present)};
  const auto add = [&](std::int64_t count) {
    if (count >= least && count <= most && count % step == 0) counts.push_back(static_cast<double>(count));
  };
  if (follow == SweepFollow::batch) {
    const std::int64_t shares =
        std::max<std::int64_t>(1, plan.global_batch / std::max<std::int64_t>(1, plan.micro_batch));
    for (const std::int64_t count : divisors(shares, most)) add(count);
  } else {
    for (std::int64_t times = 2; times <= sizes_span; times *= 2) {
      if (present % times == 0) add(present / times);
      add(saturating_product({present, times}));
    }
  }
  sort_distinct(counts);
  return counts;
}

/// Sizes of the cluster that those replicas fill; in place of as many as work now those that it has.
std::vector<double> cluster_sizes(const Scenario& filled, SweepFollow follow) {
  const double replica = static_cast<double>(gpus_of_replica(filled.plan)),
               present = static_cast<double>(filled.cluster.gpus);
  std::vector<double> sizes;
  for (const double replicas : replica_counts(filled, follow)) {
    const bool as_now = replicas == static_cast<double>(replicas_of(filled.plan));
    const double gpus = as_now ? present : replicas * replica;
    if (gpus <= static_cast<double>(limits::gpus_max)) sizes.push_back(gpus);
  }
  sort_distinct(sizes);
  return sizes;
}

double rounded_to_digits(double value, int digits) {
  if (!(std::abs(value) > 0)) return value;
  const double size = std::pow(10, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
  return std::round(value * size) / size;
}

std::vector<double> scaled_values(const Field& field, double present, double span) {
  constexpr int steps = 4;  // to each side
  std::vector<double> values = {present};
  for (int i = -steps; i <= steps; ++i) {
    if (i == 0) continue;
    double value = rounded_to_digits(present * std::pow(span, static_cast<double>(i) / steps), digits_of_scaled);
    if (field.kind == FieldKind::count) value = std::round(value);
    if (value >= field.min && value <= field.max) values.push_back(value);
  }
  sort_distinct(values);
  return values;
}

std::string text_of_number(const Field& field, double value) {
  return field.kind == FieldKind::count ? std::to_string(std::llround(value)) : number_text(value);
}

std::vector<double> offered(const Scenario& scenario, std::string_view path, SweepFollow follow) {
  const bool sized = follow == SweepFollow::batch || follow == SweepFollow::share;
  if (path == gpus_path) return cluster_sizes(with_defaults(scenario), follow);
  if (path == replicas_path && sized) return replica_counts(with_defaults(scenario), follow);
  std::vector<double> values;
  for (const std::int64_t value : valid_values(scenario, path)) values.push_back(static_cast<double>(value));
  return values;
}

}  // namespace

bool is_swept_along(const Field& field) {
  return is_number(field) && !field.caption;
}

bool is_swept_by_lines(const Field& field) {
  const bool worded = field.kind == FieldKind::toggle || field.kind == FieldKind::choice;
  return (is_number(field) || worded) && !field.caption;
}

std::optional<double> swept_number(const Field& field, const Scenario& scenario) {
  FieldValue value = field.get(scenario);
  if (std::holds_alternative<std::monostate>(value)) value = field.get(with_defaults(scenario));
  if (const auto* count = std::get_if<std::int64_t>(&value)) return static_cast<double>(*count);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

bool is_scaled(const Scenario& scenario, std::string_view path) {
  return path != gpus_path && valid_values(scenario, path).empty();
}

std::vector<double> swept_values(const Scenario& scenario, std::string_view path, SweepFollow follow, double span) {
  const Field* field = find_field(path);
  if (field == nullptr || !is_number(*field)) return {};
  const std::optional<double> present = swept_number(*field, scenario);
  if (!present) return {};
  std::vector<double> values = offered(scenario, path, follow);
  if (values.empty()) return scaled_values(*field, *present, span);
  values.push_back(*present);
  sort_distinct(values);
  return values;
}

Outcome<Varied> varied_by(const SweptAxis& axis, const Scenario& scenario, SweepFollow follow, std::size_t count_max) {
  if (!axis.typed.empty()) return read_varied(axis.path + "=" + axis.typed);
  Varied varied{axis.path, {}, false};
  const Field* field = find_field(axis.path);
  if (field != nullptr && field->kind == FieldKind::toggle) varied.values = {"false", "true"};
  if (field != nullptr && field->kind == FieldKind::choice)
    for (const Choice& choice : field->choices) varied.values.emplace_back(choice.json);
  std::vector<double> values = swept_values(scenario, axis.path, follow, axis.span);
  if (!values.empty()) {
    const double present = swept_number(*field, scenario).value_or(values.front());
    std::erase_if(
        values, [&](double value) { return value < axis.least.value_or(value) || value > axis.most.value_or(value); });
    for (const double value : thinned(values, count_max, present))
      varied.values.push_back(text_of_number(*field, value));
  }
  if (varied.values.empty())
    return std::vector<Problem>{{Severity::error, axis.path, "has no values to go through", "varied-values"}};
  return varied;
}

}  // namespace shardscope
