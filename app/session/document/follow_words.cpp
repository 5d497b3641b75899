#include "app/session/document/follow_words.h"

#include "core/changes/follow_edit.h"
#include "core/fields/fields.h"
#include "render/text/spoken_value.h"

namespace shardscope {

namespace {

/// As it is said, else the default that holds.
FieldValue held_value(const Field& field, const Scenario& scenario) {
  const FieldValue said = field.get(scenario);
  return std::holds_alternative<std::monostate>(said) ? field.get(with_defaults(scenario)) : said;
}

}  // namespace

std::string follow_words(const Scenario& before, const Scenario& edited, const Scenario& followed) {
  std::string words;
  const auto append = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  const auto append_change = [&](const FollowerField& follower) {
    const Field& field = *find_field(follower.path);
    const bool by_hand = field.get(edited) != field.get(before);
    const FieldValue from = held_value(field, by_hand ? edited : before), to = held_value(field, followed);
    if (from != to)
      append(std::string(follower.word) + " " + spoken_value(field, from) + " → " + spoken_value(field, to));
  };
  for (const FollowerField& follower : follower_fields)
    if (!follower.word.empty()) append_change(follower);
  append_change({"plan.zero", "ZeRO"});
  const auto has_layout = [](const Plan& plan) { return plan.stage_layers || plan.pipeline_layout; };
  if (has_layout(edited.plan) && !has_layout(followed.plan)) append("layers even over the stages");
  return words;
}

}  // namespace shardscope
