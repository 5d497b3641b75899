// Broken rules and what isn't read, each with a button that mends it (check_column.h).
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/launch/check_column.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/document/change_words.h"
#include "app/session/document/follow_words.h"
#include "app/session/give_from_outside.h"
#include "core/base/characters.h"

namespace shardscope {

namespace {

ImU32 color_of(const Theme& theme, RuleSeverity severity) {
  return severity == RuleSeverity::error ? theme.bad : severity == RuleSeverity::warning ? theme.warn : theme.dim;
}

/// What a click on the button does: another text of the launch, or another plan.
struct RuleMend {
  const ScriptMend* script = nullptr;
  const PlanMend* plan = nullptr;

  [[nodiscard]] bool none() const { return script == nullptr && plan == nullptr; }
};

/// The nearest change of the script after which the rule holds.
RuleMend mend_of(const LaunchState& state, const BrokenRule& rule) {
  for (const ScriptMend& mend : state.mends->found)
    if (std::find(mend.broken.begin(), mend.broken.end(), rule.id) == mend.broken.end() &&
        rule.severity == RuleSeverity::error)
      return {&mend, nullptr};
  const auto found = state.rule_mends->find(rule.id);
  return {nullptr, found == state.rule_mends->end() ? nullptr : &found->second};
}

/// The change of the flag that isn't understood.
RuleMend mend_of(const LaunchState& state, const Problem& problem) {
  for (const ScriptMend& mend : state.mends->found)
    for (const TextPlace& place : problem.places)
      if (!mend.flag.empty() && mend.flag == place.name) return {&mend, nullptr};
  return {};
}

Explanation explain_mend(const ViewFrame& frame, const RuleMend& mend) {
  Explanation tip{.title = "Mend it", .hint = "Ctrl+Z takes it back"};
  if (mend.script != nullptr) {
    tip.lines = {mend.script->words + ", " + words_of(TextPlace{mend.script->file, mend.script->line, {}})};
    if (!mend.script->before.empty()) tip.lines.push_back("− " + mend.script->before);
    tip.lines.push_back("+ " + mend.script->after);
  } else {
    const Scenario& before = frame.scenario();
    tip.lines = {change_words(before, mend.plan->edited, mend.plan->path)};
    const std::string followed = follow_words(before, mend.plan->edited, mend.plan->scenario);
    if (!followed.empty()) tip.lines.push_back("and so " + followed);
  }
  return tip;
}

constexpr const char* mend_label = "Mend it";

float mend_width(const Theme& theme) {
  return button_width(theme, mend_label, ButtonLook::primary) + theme.px(12);
}

/// At the right end of the column, from its present height on.
void mend_button(CheckColumn& column, const std::string& name, const RuleMend& mend) {
  const ViewFrame& frame = column.frame;
  const float width = button_width(frame.theme, mend_label, ButtonLook::primary);
  ImGui::SetCursorScreenPos({column.left + column.width - width, column.y - frame.theme.px(3)});
  const bool pressed = text_button(frame, name, mend_label, true, ButtonLook::primary);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) show_term_tip(frame, explain_mend(frame, mend));
  if (!pressed) return;
  if (mend.script != nullptr)
    frame.requests.script = MendedText{mend.script->file, mend.script->text};
  else
    frame.requests.edit = ScenarioEdit{mend.plan->scenario, mend.plan->path};
}

/// The heading with the list of frameworks in it.
void rules_heading(CheckColumn& column, const RulesReport& rules) {
  const Theme& theme = column.frame.theme;
  column.gap(14);
  const float used =
      draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::strong, {column.left, column.y}, theme.text, "Rules of ");
  std::vector<Option> options;
  std::optional<std::size_t> present;
  const std::vector<const LaunchFramework*> offered =
      offered_frameworks(column.frame.presets.frameworks, column.frame.launch.rules);
  for (const LaunchFramework* framework : offered) {
    if (framework->preset == column.frame.launch.rules) present = options.size();
    options.push_back({framework->title, release_words(*framework), "What its source at this release refuses."});
  }
  ImGui::SetCursorScreenPos({column.left + used + theme.px(4), column.y});
  float end = 0;
  const std::string title = rules.framework.empty() ? "no framework" : rules.title;
  const auto chosen = title_combo(column.frame, {"launch.rules", {}, title, options, present}, column.width * 0.6F, end,
                                  TextRole::strong);
  column.y += text_height(theme, TextRole::strong) + theme.px(4);
  if (!chosen) return;
  LaunchChoice choice = column.frame.launch;
  choice.rules = offered[*chosen]->preset;
  column.frame.requests.launch = std::move(choice);
}

/// What of the plan the framework has no word for, so that its rules can't speak of it.
void unsaid_section(const LaunchDetail& detail, CheckColumn& column) {
  if (detail.unsaid.empty()) return;
  const Theme& theme = column.frame.theme;
  const float top = column.y;
  column.line(TextRole::body, theme.bad, detail.rules.title + " can't express this plan:");
  for (const Inexpressible& setting : detail.unsaid) column.line(TextRole::secondary, theme.text, setting.words, 12);
  note_visible(column.frame, "launch.inexpressible", {{column.left, top}, {column.left + column.width, column.y}});
  column.gap(6);
}

/// What is wrong in a few words, and small below it the framework's own and where they stand.
void rule_row(const LaunchState& state, CheckColumn& column, const BrokenRule& rule) {
  const Theme& theme = column.frame.theme;
  const RuleMend mend = mend_of(state, rule);
  const float top = column.y, reserved = mend.none() ? 0 : mend_width(theme);
  if (!mend.none()) mend_button(column, "launch.mend_rule." + rule.id, mend);
  const bool shorter = !rule.headline.empty();
  column.line(TextRole::strong, color_of(theme, rule.severity),
              with_spoken_numbers(shorter ? rule.headline : rule.message), 0, reserved);
  column.gap(1);
  const std::string said = std::string(severity_word(rule.severity)) + (shorter ? ": " + rule.sentence : "");
  column.line(TextRole::secondary, theme.text, said, 0, reserved);
  if (!rule.flags.empty()) column.line(TextRole::secondary, theme.dim, joined(rule.flags));
  column.line(TextRole::secondary, theme.dim, rule.source);
  const std::string name = "launch.rule." + rule.id;
  note_visible(column.frame, name.c_str(), {{column.left, top}, {column.left + column.width, column.y}});
  column.gap(9);
}

}  // namespace

void rules_section(const LaunchState& state, CheckColumn& column) {
  const Theme& theme = column.frame.theme;
  const RulesReport& rules = state.detail->rules;
  rules_heading(column, rules);
  const float release = column.y;
  const std::string own = std::string(label_of(column.frame.scenario().software.framework));
  if (rules.framework.empty()) {
    column.line(TextRole::secondary, theme.dim,
                "No rules of " + own +
                    ", whose plan this is, are known here; another framework's hold where you pick "
                    "one.");
    return note_visible(column.frame, "launch.no_rules",
                        {{column.left, release}, {column.left + column.width, column.y}});
  }
  column.line(TextRole::secondary, theme.dim, "Release " + rules.release + ". " + rules_line(rules));
  note_visible(column.frame, "launch.release", {{column.left, release}, {column.left + column.width, column.y}});
  column.gap(6);
  for (const BrokenRule& rule : rules.broken) rule_row(state, column, rule);
  unsaid_section(*state.detail, column);
}

void problem_rows(const LaunchState& state, CheckColumn& column) {
  const Theme& theme = column.frame.theme;
  std::size_t number = 0;
  for (const Problem& problem : column.frame.taken.problems) {
    const std::string where = where_words(problem);
    const RuleMend mend = mend_of(state, problem);
    const float reserved = mend.none() ? 0 : mend_width(theme);
    if (!mend.none()) mend_button(column, "launch.mend_problem." + std::to_string(number), mend);
    const ImU32 color = problem.remedy.kind == RemedyKind::outside ? theme.warn : theme.bad;
    if (!where.empty()) column.line(TextRole::body, color, where, 0, reserved);
    column.line(TextRole::secondary, theme.text, window_words(problem), where.empty() ? 0.0F : 12.0F, reserved);
    column.gap(8);
    ++number;
  }
}

}  // namespace shardscope
