// What may be behind the difference, ranked (log_cards.h).
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/log/log_cards.h"
#include "app/output/runs/log_page.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/fields/fields.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr double least_shown = 0.01;
constexpr std::size_t shown_max = 6;
constexpr float row_gap = 14, padding = 8;  // at scale 1

/// `present` with what differs between the two, and nothing else of them: what they have by default stays unsaid.
Scenario with_difference(Scenario present, const Scenario& from, const Scenario& to) {
  Scenario reached = from;
  for (const Field& field : fields())
    if (const FieldValue value = field.get(to); value != field.get(from))
      field.set(present, value), field.set(reached, value);
  // What has no field goes as a whole.
  if (reached.plan.recompute != to.plan.recompute) present.plan.recompute = to.plan.recompute;
  if (reached.cluster.gpu != to.cluster.gpu) present.cluster.gpu = to.cluster.gpu;
  if (reached.cluster.constants != to.cluster.constants) present.cluster.constants = to.cluster.constants;
  return present;
}

/// The present scenario with the cause at work, which was weighed on the shown one; nothing of what no scenario
/// expresses.
std::optional<Scenario> with_cause(const WeighedCause& cause, const ViewFrame& frame) {
  const Report& report = frame.shown;
  for (const Altered& each : alterations(cause.cause, report))
    if (each.strength == cause.strength && each.waiting == 0 && each.scenario != report.scenario)
      return with_difference(frame.scenario(), report.scenario, each.scenario);
  return std::nullopt;
}

std::string effect_words(const WeighedCause& cause) {
  std::string words = "makes it " + step_text(cause.step.value);
  if (cause.saved.value > 0) words += "; mended, it saves " + step_text(cause.saved.value);
  return words;
}

/// The unfolded part: how to tell, how to mend, and a button that takes it into the plan. Returns where it ends.
float unfolded(const WeighedCause& cause, const ViewFrame& frame, float left, float right, float y) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const CauseWords& words = entry_of(cause.cause);
  const auto line = [&](const std::string& text, ImU32 ink) {
    y += draw_wrapped(draw, theme, TextRole::secondary, {left, y}, ink, text, right - left) + theme.px(3);
  };
  line("Look at " + std::string(words.confirm) + ".", theme.text);
  line("To mend it: " + std::string(words.mend) + ".", theme.dim);
  if (frame.is_picture) return y;
  const std::optional<Scenario> altered = with_cause(cause, frame);
  if (!altered) return y;
  ImGui::SetCursorScreenPos({left, y + theme.px(3)});
  if (text_button(frame, "log.take_over", "Take it over", true, ButtonLook::filled))
    frame.requests.edit = ScenarioEdit{*altered, "", true, false};
  return y + theme.px(34);
}

float unfolded_height(const WeighedCause& cause, const ViewFrame& frame, float width) {
  const Theme& theme = frame.theme;
  const CauseWords& words = entry_of(cause.cause);
  const bool button = !frame.is_picture && with_cause(cause, frame);
  return wrapped_height(theme, TextRole::secondary, "Look at " + std::string(words.confirm) + ".", width) +
         wrapped_height(theme, TextRole::secondary, "To mend it: " + std::string(words.mend) + ".", width) +
         theme.px(6) + (button ? theme.px(34) : 0);
}

Explanation share_tip(const WeighedCause& cause) {
  return {std::string(entry_of(cause.cause).what),
          format_percent(cause.likelihood).text(),
          {"How likely it is among the causes tried and none at all, which together are 100 %: which fits best, not "
           "how well it fits."},
          "Bayes' rule over all that the log shows"};
}

/// One cause at y; returns where it ends.
float cause_row(LogState& state, const ViewFrame& frame, const Rect& area, float y, const WeighedCause& cause,
                std::size_t i) {
  const Theme& theme = frame.theme;
  const bool open = state.cause == i;
  const float pad = theme.px(padding), left = area.min.x + pad, right = area.max.x - pad;
  const float line = text_height(theme, TextRole::strong) + theme.px(4);
  const float closed = 2 * pad + 2 * line + theme.px(10);
  const float height = closed + (open ? unfolded_height(cause, frame, right - left) : 0);
  const Rect head{{area.min.x, y}, {area.max.x, y + closed - pad}}, box{{area.min.x, y}, {area.max.x, y + height}};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (open) {
    draw.AddRectFilled(box.min, box.max, cause.likely ? with_alpha(theme.accent, 0.14F) : theme.raised, theme.px(6));
    if (cause.likely) draw.AddRect(box.min, box.max, theme.accent, theme.px(6), 0, theme.px(1.5F));
  }
  const std::string name = "log.cause." + std::to_string(i);
  const HitArea under = hit_button(frame, name.c_str(), head);
  if (!open && (under.hovered || under.focused)) draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(6));
  if (under.pressed) state.cause = i;
  if (under.hovered && pointer_rests()) show_tip(frame, share_tip(cause));
  const std::string share = format_percent(cause.likelihood).text();
  const float share_left = right - text_width(theme, TextRole::strong, share);
  float at = y + pad;
  draw_fitted(draw, theme, TextRole::strong, {left, at}, theme.text, share_left - left - theme.px(8),
              std::string(entry_of(cause.cause).what) + strength_words(cause));
  draw_text(draw, theme, TextRole::strong, {share_left, at}, cause.likely ? theme.accent : theme.dim, share);
  at += line;
  draw_share_bar(draw, theme, {{left, at}, {right, at + theme.px(5)}}, cause.likelihood, theme.accent);
  at += theme.px(10);
  draw_fitted(draw, theme, TextRole::secondary, {left, at}, theme.dim, right - left, effect_words(cause));
  if (open) unfolded(cause, frame, left, right, at + line);
  return y + height + theme.px(row_gap - padding);
}

/// What is said above the list.
std::string verdict_words(const LogDetail& detail) {
  const std::vector<WeighedCause>& causes = detail.set.explanations;
  if (is_another_run(detail.set.plan.differing)) return "The log is of another plan, and no cause is looked for.";
  if (causes.empty()) return "Without a step's time and a prediction no cause is weighed.";
  return causes_words(causes);
}

}  // namespace

void log_causes_card(LogState& state, const LogDetail& detail, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Rect body = plain_card(frame, card, "What would explain it", "each alone, ranked by all that the log shows");
  const std::vector<WeighedCause>& causes = detail.set.explanations;
  const Rect inside = begin_scroll("log.causes", frame, body);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float y = inside.min.y;
  const bool likely = !causes.empty() && causes.front().likely;
  y += draw_wrapped(draw, theme, TextRole::secondary, {inside.min.x, y}, likely ? theme.text : theme.dim,
                    verdict_words(detail), inside.width()) +
       theme.px(10);
  for (std::size_t i = 0; i < std::min(causes.size(), shown_max); ++i)
    if (causes[i].likelihood >= least_shown) y = cause_row(state, frame, inside, y, causes[i], i);
  end_scroll(inside, y);
}

}  // namespace shardscope
