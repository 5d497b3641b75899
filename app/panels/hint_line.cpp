#include "app/panels/hint_line.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "app/panels/controls.h"
#include "core/base/rule_names.h"
#include "render/text/format.h"
#include "render/text/headline_text.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// "memory +30.0 GB"; nothing where it isn't known on both sides.
std::string change_of(std::string_view name, Headline figure, const Figures& before, const Figures& now) {
  if (!before[figure] || !now[figure]) return {};
  const std::optional<double> change = moved(figure, before, now);
  return std::string(name) +
         (change ? " " + format_headline_change(figure, *change, *now[figure]).text() : " unchanged");
}

/// What an edit did: to memory, step and bubble, or where it left these alone (tokens, prices) to the run.
std::vector<std::string> effects_of(const Figures& before, const Figures& now) {
  using Effect = std::pair<std::string_view, Headline>;
  constexpr std::array plan = {Effect{"memory", Headline::memory}, Effect{"step", Headline::step},
                               Effect{"bubble", Headline::bubble}};
  constexpr std::array run = {Effect{"days", Headline::days}, Effect{"rent", Headline::rental}};
  const auto any_moved = [&](std::span<const Effect> effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [&](const Effect& effect) { return moved(effect.second, before, now).has_value(); });
  };
  std::vector<std::string> words;
  const bool run_alone = !any_moved(plan) && any_moved(run);
  for (const auto& [name, figure] : run_alone ? std::span<const Effect>(run) : std::span<const Effect>(plan))
    words.push_back(change_of(name, figure, before, now));
  return words;
}

/// What the last line says at its end is measured, not derived.
Explanation explain_end(const Session& session) {
  Explanation said{.title = "This window"};
  if (session.evaluate_seconds > 0) {
    said.value = format_seconds(Seconds{session.evaluate_seconds}).text();
    said.lines.emplace_back("Measured: what the last evaluation of the whole plan took on this machine.");
  }
  if (session.settings.zoom != 1)
    said.lines.push_back("Drawn at " + format_percent_to(static_cast<double>(session.settings.zoom), 0).text() +
                         " of the usual size: Ctrl and + or \xE2\x88\x92; Ctrl 0 sets it back.");
  return said;
}

/// Of an edit the field, and each figure that it moved; of what was said last no more than its words.
Explanation explain_said(const Session& session, const Frame& frame, const std::string& words) {
  if (!session.notice.text.empty()) return {.title = "Said last", .lines = {session.notice.text}};
  Explanation said = explain_named(frame, session.change.path);
  if (said.empty()) said.title = "The last edit";
  said.lines.insert(said.lines.begin(), words);
  said.figure.clear();  // the words are of several figures, and lead to each
  if (!session.change.path.empty()) said.made_from.push_back(session.change.path);
  for (const Headline figure : {Headline::memory, Headline::step, Headline::bubble, Headline::days, Headline::rental})
    said.made_from.emplace_back(path_of(figure, session.report));
  return said;
}

Explanation explain_advice(const Frame& frame, const Problem& advice) {
  Explanation said = explain_named(frame, advice.path);
  const std::string field = said.title;
  said.title = field.empty() ? "What stands out" : field;
  said.lines.insert(said.lines.begin(), message_words(advice));
  said.figure.clear();
  if (!field.empty()) said.made_from.push_back(advice.path);
  if (advice.rule == rule_name::fits_in_memory) said.made_from.emplace_back("memory.peak_bytes");
  if (advice.rule == rule_name::bubble_large) said.made_from.emplace_back("pipeline.bubble_share_of_step");
  return said;
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

void draw_hint_line(const Session& session, const Frame& frame, const Rect& area, bool advises) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  frame.places.note("hint", area);
  draw.AddLine(area.min, {area.max.x, area.min.y}, theme.line);
  const float y = text_top(theme, TextRole::secondary, area);
  const float margin = theme.px(16);
  // A picture has no evaluation time of its own: the same scenario gives the same picture.
  const bool timed = session.evaluate_seconds > 0;
  std::string end = timed ? "evaluated in " + format_seconds(Seconds{session.evaluate_seconds}).text() : "";
  if (session.settings.zoom != 1)
    end += (timed ? ", zoom " : "zoom ") + format_percent_to(static_cast<double>(session.settings.zoom), 0).text();
  const float end_width = draw_text_right(draw, theme, TextRole::secondary, {area.max.x - margin, y}, theme.dim, end);
  const float room = area.width() - end_width - 4 * margin;

  std::array<std::string, 3> left =
      change_lines(session.change, session.report.valid ? std::optional(figures_of(session.report)) : std::nullopt);
  ImU32 left_color = theme.text;
  if (!session.notice.text.empty()) {
    left = {session.notice.text, session.notice.shortest(), session.notice.shortest()};
    left_color = session.notice.bad ? theme.bad : theme.text;
  }
  const Problem* advice = advises ? first_advice(session.report) : nullptr;
  const float share = advice == nullptr ? room : left.front().empty() ? 0 : room * 0.55F;
  const float used = draw_text(draw, theme, TextRole::secondary, {area.min.x + margin, y}, left_color,
                               first_fitting(theme, TextRole::secondary, left, share));
  const auto place_of = [&](float from, float width) { return Rect{{from, area.min.y}, {from + width, area.max.y}}; };
  said_there(frame, place_of(area.max.x - margin - end_width, end_width), [&] { return explain_end(session); });
  said_there(frame, place_of(area.min.x + margin, used), [&] { return explain_said(session, frame, left.front()); });
  if (advice == nullptr) return;
  const float start = area.min.x + margin + (used > 0 ? used + 2 * margin : 0);
  const float advised = draw_text(
      draw, theme, TextRole::secondary, {start, y}, problem_color(theme, *advice),
      whole_clauses(theme, TextRole::secondary, message_words(*advice), area.max.x - end_width - 2 * margin - start));
  said_there(frame, place_of(start, advised), [&] { return explain_advice(frame, *advice); });
}

}  // namespace shardscope
