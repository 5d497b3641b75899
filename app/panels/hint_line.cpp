#include "app/panels/hint_line.h"

#include <imgui.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/base/rule_names.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

std::string change_of(const char* name, std::optional<double> before, std::optional<double> after,
                      Formatted (*format)(double change, double now)) {
  if (!before || !after) return {};
  const auto change = moved(before, after);
  return std::string(name) + (change ? " " + format(*change, *after).text() : " unchanged");
}

Formatted change_in_bytes(double change, double now) {
  return format_change(Bytes{change}, Bytes{now});
}
Formatted change_in_seconds(double change, double now) {
  return format_change(Seconds{change}, Seconds{now});
}
Formatted change_in_dollars(double change, double /*now*/) {
  return signed_of(change, format_dollars(std::abs(change)));
}
Formatted change_in_points(double change, double /*now*/) {
  return format_percent_change(change);
}

/// What an edit did: to memory, step and bubble, or where it left these alone (tokens, prices) to the run.
std::vector<std::string> effects_of(const Figures& before, const Figures& now) {
  const std::vector<std::string> run = {change_of("days", before.days, now.days, format_days_change),
                                        change_of("rent", before.rental_usd, now.rental_usd, change_in_dollars)};
  const bool plan_moved = moved(before.peak_bytes, now.peak_bytes) || moved(before.step_seconds, now.step_seconds) ||
                          moved(before.bubble, now.bubble);
  const bool run_moved = moved(before.days, now.days) || moved(before.rental_usd, now.rental_usd);
  if (!plan_moved && run_moved) return run;
  return {change_of("memory", before.peak_bytes, now.peak_bytes, change_in_bytes),
          change_of("step", before.step_seconds, now.step_seconds, change_in_seconds),
          change_of("bubble", before.bubble, now.bubble, change_in_points)};
}

}  // namespace

std::array<std::string, 3> change_lines(const Change& change, const std::optional<Figures>& now) {
  if (change.words.empty()) return {};
  if (!change.compares) return {"Opened " + change.words, change.words, change.words};
  const std::string followed = change.followed.empty() ? "" : " (" + change.followed + ")";
  std::string effects;
  if (change.before && now)
    for (const std::string& effect : effects_of(*change.before, *now))
      if (!effect.empty()) effects += (effects.empty() ? ": " : ", ") + effect;
  return {change.words + followed + effects, change.words + effects, change.words};
}

const Problem* first_advice(const Report& report) {
  for (const std::string_view rule : {std::string_view(), rule_name::fits_in_memory, rule_name::bubble_large})
    for (const Problem& problem : report.problems)
      if (rule.empty() ? problem.severity == Severity::error : problem.rule == rule) return &problem;
  return report.problems.empty() ? nullptr : &report.problems.front();
}

void draw_hint_line(const Session& session, const Frame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine(area.min, {area.max.x, area.min.y}, theme.line);
  const float y = text_top(theme, TextRole::secondary, area);
  const float margin = theme.px(16);
  // A picture has no evaluation time of its own: the same scenario gives the same picture.
  const bool timed = session.evaluate_seconds > 0;
  std::string end = timed ? "evaluated in " + format_seconds(Seconds{session.evaluate_seconds}).text() : "";
  if (session.settings.zoom != 1)
    end += (timed ? ", zoom " : "zoom ") + fixed(100 * static_cast<double>(session.settings.zoom), 0) + " %";
  const float end_width = draw_text_right(draw, theme, TextRole::secondary, {area.max.x - margin, y}, theme.dim, end);
  const float room = area.width() - end_width - 4 * margin;

  std::array<std::string, 3> left =
      change_lines(session.change, session.report.valid ? std::optional(figures_of(session.report)) : std::nullopt);
  ImU32 left_color = theme.text;
  if (!session.notice.text.empty()) {
    left = {session.notice.text, session.notice.shortest(), session.notice.shortest()};
    left_color = session.notice.bad ? theme.bad : theme.text;
  }
  const Problem* advice = first_advice(session.report);
  const float share = advice == nullptr ? room : left.front().empty() ? 0 : room * 0.55F;
  const float used = draw_text(draw, theme, TextRole::secondary, {area.min.x + margin, y}, left_color,
                               first_fitting(theme, TextRole::secondary, left, share));
  if (advice == nullptr) return;
  const float start = area.min.x + margin + (used > 0 ? used + 2 * margin : 0);
  draw_text(
      draw, theme, TextRole::secondary, {start, y}, problem_color(theme, *advice),
      whole_clauses(theme, TextRole::secondary, message_words(*advice), area.max.x - end_width - 2 * margin - start));
}

}  // namespace shardscope
