#include "core/changes/plan_mends.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "core/changes/degrees.h"
#include "core/fields/fields.h"
#include "core/launch/assumed_gpus.h"
#include "core/script/script_mends.h"
#include "core/validate/valid_values.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

constexpr double other_choice = 1, other_way = 0.5;  // as far as a number that is doubled, and half that

struct Candidate {
  PlanMend mend;
  bool idles = false;  // more GPUs than now
  double distance = 0;
};

/// Other values of a field, each with how far it is from the present one.
std::vector<std::pair<FieldValue, double>> other_values(const Scenario& filled, const Field& field) {
  std::vector<std::pair<FieldValue, double>> values;
  const FieldValue now = field.get(filled);
  if (const bool* on = std::get_if<bool>(&now)) values.emplace_back(!*on, other_way);
  const auto* number = std::get_if<std::int64_t>(&now);
  if (field.kind == FieldKind::choice)
    for (std::size_t i = 0; i < field.choices.size(); ++i)
      if (const auto choice = static_cast<std::int64_t>(i); number == nullptr || choice != *number)
        values.emplace_back(choice, other_choice);
  if (field.kind != FieldKind::count || number == nullptr || *number < 1) return values;
  std::vector<std::int64_t> near = valid_values(filled, field.path);
  if (near.empty()) near = near_values(*number);
  for (const std::int64_t value : near)
    if (value != *number && value > 0)
      values.emplace_back(value, std::abs(std::log2(static_cast<double>(value) / static_cast<double>(*number))));
  return values;
}

std::vector<Candidate> candidates_of(const LaunchedScenario& launched, const BrokenRule& rule, const Presets& presets,
                                     const Holds& holds) {
  const Scenario& present = launched.scenario;
  const Scenario filled = with_defaults(present);
  const std::int64_t used = used_gpus(present);
  std::vector<Candidate> all;
  for (const std::string& key : rule.keys) {
    const Field* field = is_of_plan(key) ? find_field(key) : nullptr;
    if (field == nullptr) continue;
    for (const auto& [value, distance] : other_values(filled, *field)) {
      Scenario edited = present;
      field->set(edited, value);
      Scenario followed = follow_edit(present, edited, holds);
      followed = following_degrees(following_gpus(std::move(followed), launched, presets), launched, presets);
      const bool idles = used_gpus(followed) < used;
      all.push_back({{key, std::move(edited), std::move(followed)}, idles, distance});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.idles, a.distance) < std::tie(b.idles, b.distance);
  });
  return all;
}

bool refuses(const RulesReport& rules, const std::string& id) {
  return std::any_of(rules.broken.begin(), rules.broken.end(), [&](const BrokenRule& each) { return each.id == id; });
}

}  // namespace

std::optional<PlanMend> mend_of_rule(const LaunchedScenario& present, const BrokenRule& rule,
                                     const LaunchFramework& framework, const Presets& presets, const Holds& holds) {
  const RulesReport before = check_rules(present, framework, presets);
  for (Candidate& candidate : candidates_of(present, rule, presets, holds)) {
    if (has_errors(validate(with_defaults(candidate.mend.scenario)))) continue;
    const LaunchedScenario mended{candidate.mend.scenario, present.launch};
    const RulesReport after = check_rules(mended, framework, presets);
    const bool breaks_another = std::any_of(after.broken.begin(), after.broken.end(), [&](const BrokenRule& each) {
      return each.severity == RuleSeverity::error && !refuses(before, each.id);
    });
    if (!breaks_another && !refuses(after, rule.id)) return std::move(candidate.mend);
  }
  return std::nullopt;
}

}  // namespace shardscope
