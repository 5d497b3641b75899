// The check before a launch (launch_view.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/launch/check_column.h"
#include "app/launch/launch_view.h"
#include "app/output/report_page.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/give_from_outside.h"
#include "core/base/rule_names.h"
#include "core/changes/first_changes.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// "line 12, --tp: its value is missing".
std::string where_and_words(const Problem& problem) {
  const std::string where = where_words(problem);
  return (where.empty() ? "" : where + ": ") + window_words(problem);
}

/// What was dropped, pasted or opened, and what of it wasn't understood.
void taken_section(CheckColumn& column, const TakenIn& taken) {
  const Theme& theme = column.frame.theme;
  if (taken.kind.empty()) {
    column.line(TextRole::secondary, theme.dim,
                "Drop a config.json, a launch script or a configuration on the window, or paste it with Ctrl+V: it is "
                "read and checked here.");
    column.gap(14);
    return;
  }
  const std::string name = taken.name.substr(taken.name.find_last_of('/') + 1);
  const bool refused = !taken.problems.empty();
  column.line(TextRole::strong, refused ? theme.bad : theme.text,
              (refused ? "Not read: " : "Read: ") + name + ", " + taken.kind);
  column.gap(4);
  const auto list = [&](const std::vector<Problem>& problems, ImU32 color) {
    for (const Problem& problem : problems) {
      column.line(TextRole::secondary, color, where_and_words(problem), 12);
      column.gap(2);
    }
  };
  list(taken.problems, theme.bad);
  if (!refused && taken.notices.empty())
    column.line(TextRole::secondary, theme.dim, "Every word of it was understood.", 12);
  for (const Problem& notice : taken.notices)
    list({notice}, notice.severity == Severity::warning ? theme.warn : theme.dim);
  column.gap(14);
}

void fit_section(CheckColumn& column) {
  const Theme& theme = column.frame.theme;
  const Report& report = column.frame.report;
  const bool tight = report.memory.fit() == MemoryFit::tight;
  const ImU32 color = !report.valid || !report.fits ? theme.bad : tight ? theme.warn : theme.good;
  const float first = column.y;
  column.line(TextRole::strong, color, headline_of(report));
  figure_tip(column.frame, "launch.fit", {{column.left, first}, {column.left + column.width, column.y}}, report,
             "memory.peak_bytes");
  if (!report.valid) {
    const float top = column.y;
    for (const Problem& problem : report.problems)
      if (problem.severity == Severity::error)
        column.line(TextRole::secondary, theme.text, where_and_words(problem), 12);
    return note_visible(column.frame, "launch.problems", {{column.left, top}, {column.left + column.width, column.y}});
  }
  column.gap(2);
  std::string cost;
  if (report.time)
    cost = "A step takes " + format_seconds(report.time->step).text() + ", likely " +
           format_seconds(report.time->range.low).text() + " to " + format_seconds(report.time->range.high).text();
  if (const std::optional<double> days = days_of(report.run))
    cost += (cost.empty() ? "Training takes " : "; training ") + format_days(*days).text() +
            (report.run.calendar_days ? ", with failures" : "");
  if (cost.empty()) return;
  const float line = column.y;
  column.line(TextRole::secondary, theme.dim, cost + ".");
  figure_tip(column.frame, "launch.step", {{column.left, line}, {column.left + column.width, column.y}}, report,
             report.time ? "time.step_seconds" : "run.days");
}

/// A change that a click makes.
bool change_row(CheckColumn& column, const MemorySaving& change, std::size_t number) {
  const Theme& theme = column.frame.theme;
  const float height = theme.px(26);
  const Rect row{{column.left, column.y}, {column.left + column.width, column.y + height}};
  const std::string name = "launch.change." + std::to_string(number);
  const HitArea under = hit_button(column.frame, name.c_str(), row);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (under.hovered || under.focused) draw.AddRectFilled(row.min, row.max, theme.raised, theme.px(4));
  const float y = row.center().y - text_height(theme, TextRole::body) / 2;
  std::string slower =
      !change.slower ? "speed unknown"
                     : format_percent(std::abs(*change.slower)).text() + (*change.slower < 0 ? " faster" : " slower");
  const float gaps = theme.px(32);
  if (!fits_smaller(theme, TextRole::body, change.words,
                    row.width() - text_width(theme, TextRole::secondary, slower) - gaps))
    slower.clear();
  const float beside = text_width(theme, TextRole::secondary, slower);
  // What it is comes first, then what it costs, then what it takes, which the rows' order says too.
  std::string effect = (change.fits ? "fits, " : "not yet, ") + format_bytes(change.peak).text() + ", ";
  const float free = row.width() - text_width(theme, TextRole::body, change.words) - beside - gaps;
  if (text_width(theme, TextRole::secondary, effect) > free) effect.clear();
  const float used = text_width(theme, TextRole::secondary, effect) + beside;
  draw_fitted(draw, theme, TextRole::body, {row.min.x + theme.px(8), y}, theme.text, row.width() - used - gaps,
              change.words);
  const float right = row.max.x - theme.px(8);
  draw_text_right(draw, theme, TextRole::secondary, {right, y + theme.px(1)},
                  change.slower.value_or(0) < 0 ? theme.good : theme.dim, slower);
  draw_text_right(draw, theme, TextRole::secondary, {right - beside, y + theme.px(1)},
                  change.fits ? theme.good : theme.dim, effect);
  column.y += height;
  return under.pressed;
}

constexpr std::size_t changes_max = 6;

void no_change_line(const LaunchState& state, CheckColumn& column, NoChange why) {
  const ViewFrame& frame = column.frame;
  if (why == NoChange::none_needed && state.detail->rules.framework.empty())
    column.line(TextRole::body, frame.theme.dim, "It fits; no framework's rules were held against it.");
  else if (why == NoChange::none_saves && !state.savings.is_of(frame.launched(), frame.launch.rules, frame.holds))
    column.line(TextRole::body, frame.theme.text, "…");  // they are sought once the hand lets go
  else
    column.line(TextRole::body, why == NoChange::none_needed ? frame.theme.good : frame.theme.text,
                std::string(words_of(why)));
}

void change_section(const LaunchState& state, CheckColumn& column) {
  const ViewFrame& frame = column.frame;
  const Theme& theme = frame.theme;
  const LaunchDetail& detail = *state.detail;
  const bool said = !state.mends->found.empty();  // by the changes of the script, each tried
  if (said && frame.report.fits && detail.unsaid.empty()) return;
  column.heading("What to change first");
  const float top = column.y;
  const std::vector<MemorySaving>& savings = *state.savings;
  const FirstChanges first = first_changes(frame.report, detail, savings);
  for (const std::string& change : first.wanted) {
    if (said) break;
    column.line(TextRole::body, theme.text, change);
    column.gap(3);
  }
  if (!first.another.empty()) column.line(TextRole::body, theme.text, first.another);
  note_visible(column.frame, "launch.wanted", {{column.left, top}, {column.left + column.width, column.y}});
  const MemorySaving* chosen = nullptr;
  if (!savings.empty()) column.line(TextRole::secondary, theme.dim, "A click makes the change; Ctrl+Z takes it back.");
  for (std::size_t i = 0; i < std::min(savings.size(), changes_max); ++i)
    if (change_row(column, savings[i], i)) chosen = &savings[i];
  if (!frame.report.valid)
    column.line(TextRole::body, theme.text, "What is red on the left: the split is impossible anywhere.");
  if (first.none) no_change_line(state, column, *first.none);
  if (chosen != nullptr) frame.requests.edit = ScenarioEdit{chosen->scenario, "plan"};
}

/// What was open before is still open; what is said of it here would be read as of what wasn't read.
void back_section(const ViewFrame& frame, CheckColumn& column, const std::string& advice) {
  column.line(TextRole::secondary, frame.theme.dim,
              advice + " The scenario is as it was: " + frame.scenario().name + ".");
  column.gap(8);
  ImGui::SetCursorScreenPos({column.left, column.y});
  frame.requests.leave_refused = text_button(frame, "launch.leave", "Back to it", true, ButtonLook::filled);
  column.gap(36);
}

/// Words longer than a line, such as paths, by their ends.
std::string with_short_words(const std::string& text) {
  constexpr std::size_t longest = 44;
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    all += end - at > longest ? "…" + text.substr(end - longest, longest) : text.substr(at, end - at);
    if (end < text.size()) all += ' ';
    at = end + 1;
  }
  return all;
}

/// What reading it took for granted or couldn't follow; flags without effect stand beside it.
void noticed_section(const std::vector<Problem>& notices, CheckColumn& column) {
  const Theme& theme = column.frame.theme;
  bool headed = false;
  for (const Problem& notice : notices) {
    if (notice.rule == rule_name::unknown_flag) continue;
    if (!std::exchange(headed, true)) column.heading("Noticed while reading");
    column.line(TextRole::secondary, notice.severity == Severity::warning ? theme.warn : theme.dim,
                with_short_words(where_and_words(notice)));
    column.gap(4);
  }
}

}  // namespace

void script_check_card(LaunchState& state, const ViewFrame& frame, const Rect& card) {
  const bool refused = !frame.taken.problems.empty();
  const auto mends = [&](CheckColumn& column) {
    if (state.mends->found.empty()) return;
    column.gap(4);
    column.y = mend_rows(state, frame, {column.left, column.y}, column.width);
  };
  const bool asks = std::all_of(frame.taken.problems.begin(), frame.taken.problems.end(),
                                [](const Problem& each) { return each.remedy.kind == RemedyKind::outside; });
  const Rect body =
      refused ? view_card(frame, card, LaunchState::info.name, asks ? "What it asks for" : "Why it isn't read", "")
              : view_card(frame, card, LaunchState::info.name, "Before the launch", "changes and rules");
  const Rect inside = begin_scroll("check", frame, body);
  CheckColumn column{frame, inside.min.x, inside.width() - frame.theme.px(6), inside.min.y};
  if (refused) {
    problem_rows(state, column);
    mends(column);
    back_section(frame, column, asks ? "Fill it in or paste another." : "Mend the script or paste another.");
  } else {
    mends(column);
    if (state.mends->found.empty()) column.gap(-14);  // a heading's own distance
    change_section(state, column);
    rules_section(state, column);
    noticed_section(state.reading->notices, column);
  }
  end_scroll(inside, column.y);
}

void check_card(const LaunchState& state, const ViewFrame& frame, const Rect& card) {
  const Rect body =
      view_card(frame, card, LaunchState::info.name, "Before the launch", "does it fit, and may it start");
  const Rect inside = begin_scroll("check", frame, body);
  CheckColumn column{frame, inside.min.x, inside.width() - frame.theme.px(6), inside.min.y};
  taken_section(column, frame.taken);
  if (frame.taken.problems.empty()) {
    fit_section(column);
    rules_section(state, column);
    change_section(state, column);
  } else {
    back_section(frame, column, "Mend it and paste it again.");
  }
  end_scroll(inside, column.y);
}

}  // namespace shardscope
