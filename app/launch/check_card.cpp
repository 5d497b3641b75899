// The check before a launch (launch_view.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/launch/launch_detail.h"
#include "app/launch/launch_view.h"
#include "app/output/report_page.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/figures.h"
#include "app/session/give_from_outside.h"
#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// Words from top to bottom in a column; each call moves down.
struct Column {
  const ViewFrame& frame;
  float left, width, y;

  void gap(float pixels) { y += frame.theme.px(pixels); }
  void line(TextRole role, ImU32 color, std::string_view text, float indent = 0) {
    const float inset = frame.theme.px(indent);
    y += draw_wrapped(*ImGui::GetWindowDrawList(), frame.theme, role, {left + inset, y}, color, text, width - inset);
  }
  void heading(std::string_view text) {
    gap(14);
    line(TextRole::strong, frame.theme.text, text);
    gap(4);
  }
};

ImU32 color_of(const Theme& theme, RuleSeverity severity) {
  return severity == RuleSeverity::error ? theme.bad : severity == RuleSeverity::warning ? theme.warn : theme.dim;
}

/// "line 12, --tp: its value is missing".
std::string where_and_words(const Problem& problem) {
  const std::string where = where_words(problem);
  return (where.empty() ? "" : where + ": ") + window_words(problem);
}

/// What was dropped, pasted or opened, and what of it wasn't understood.
void taken_section(Column& column, const TakenIn& taken) {
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

void fit_section(Column& column) {
  const Theme& theme = column.frame.theme;
  const Report& report = column.frame.report;
  const bool tight = report.memory.fit() == MemoryFit::tight;
  const ImU32 color = !report.valid || !report.fits ? theme.bad : tight ? theme.warn : theme.good;
  column.line(TextRole::strong, color, verdict_of(report));
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
  if (!cost.empty()) column.line(TextRole::secondary, theme.dim, cost + ".");
}

/// The heading with the list of frameworks in it.
void rules_heading(const LaunchState& state, Column& column) {
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
  const std::string title = state.detail->rules.title;
  const auto chosen = title_combo(column.frame, {"launch.rules", {}, title, options, present}, column.width * 0.6F, end,
                                  TextRole::strong);
  column.y += text_height(theme, TextRole::strong) + theme.px(4);
  if (!chosen) return;
  LaunchChoice choice = column.frame.launch;
  choice.rules = offered[*chosen]->preset;
  column.frame.requests.launch = std::move(choice);
}

/// What of the plan the framework has no word for, so that its rules can't speak of it.
void unsaid_section(const LaunchDetail& detail, Column& column) {
  if (detail.unsaid.empty()) return;
  const Theme& theme = column.frame.theme;
  const float top = column.y;
  column.line(TextRole::body, theme.bad, detail.rules.title + " can't express this plan:");
  for (const Inexpressible& setting : detail.unsaid) column.line(TextRole::secondary, theme.text, setting.words, 12);
  note_visible(column.frame, "launch.inexpressible", {{column.left, top}, {column.left + column.width, column.y}});
  column.gap(6);
}

void rules_section(const LaunchState& state, Column& column) {
  const Theme& theme = column.frame.theme;
  rules_heading(state, column);
  const RulesReport& rules = state.detail->rules;
  const float release = column.y;
  column.line(TextRole::secondary, theme.dim, "Release " + rules.release + ". " + rules_line(rules));
  note_visible(column.frame, "launch.release", {{column.left, release}, {column.left + column.width, column.y}});
  column.gap(6);
  for (const BrokenRule& rule : rules.broken) {
    const float top = column.y;
    column.line(TextRole::body, color_of(theme, rule.severity),
                std::string(severity_word(rule.severity)) + ": " + rule.message);
    if (!rule.flags.empty()) column.line(TextRole::secondary, theme.dim, joined(rule.flags), 12);
    column.line(TextRole::secondary, theme.dim, rule.source, 12);
    const std::string name = "launch.rule." + rule.id;
    note_visible(column.frame, name.c_str(), {{column.left, top}, {column.left + column.width, column.y}});
    column.gap(6);
  }
  unsaid_section(*state.detail, column);
}

/// A change that a click makes.
bool change_row(Column& column, const MemorySaving& change, std::size_t number) {
  const Theme& theme = column.frame.theme;
  const float height = theme.px(26);
  const Rect row{{column.left, column.y}, {column.left + column.width, column.y + height}};
  const std::string name = "launch.change." + std::to_string(number);
  const HitArea under = hit_button(column.frame, name.c_str(), row);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (under.hovered || under.focused) draw.AddRectFilled(row.min, row.max, theme.raised, theme.px(4));
  const float y = row.center().y - text_height(theme, TextRole::body) / 2;
  const std::string slower =
      !change.slower ? "speed unknown"
                     : format_percent(std::abs(*change.slower)).text() + (*change.slower < 0 ? " faster" : " slower");
  const std::string effect = (change.fits ? "fits, " : "not yet, ") + format_bytes(change.peak).text() + ", ";
  const float beside = text_width(theme, TextRole::secondary, slower);
  const float used = text_width(theme, TextRole::secondary, effect) + beside;
  draw_text(draw, theme, TextRole::body, {row.min.x + theme.px(8), y}, theme.text,
            fitted(theme, TextRole::body, change.words, row.width() - used - theme.px(32)));
  const float right = row.max.x - theme.px(8);
  draw_text_right(draw, theme, TextRole::secondary, {right, y + theme.px(1)},
                  change.slower.value_or(0) < 0 ? theme.good : theme.dim, slower);
  draw_text_right(draw, theme, TextRole::secondary, {right - beside, y + theme.px(1)},
                  change.fits ? theme.good : theme.dim, effect);
  column.y += height;
  return under.pressed;
}

constexpr std::size_t changes_max = 6;

void change_section(const LaunchState& state, Column& column) {
  const ViewFrame& frame = column.frame;
  const Theme& theme = frame.theme;
  column.heading("What to change first");
  const LaunchDetail& detail = *state.detail;
  const float top = column.y;
  for (const std::string& change : detail.changes) {
    column.line(TextRole::body, theme.text, "For " + detail.rules.title + ": " + change);
    column.gap(3);
  }
  if (!detail.unsaid.empty())
    column.line(TextRole::body, theme.text,
                "A plan that " + detail.rules.title + " can express, or another framework.");
  note_visible(column.frame, "launch.wanted", {{column.left, top}, {column.left + column.width, column.y}});
  const std::vector<MemorySaving>& savings = *state.savings;
  const MemorySaving* chosen = nullptr;
  if (!savings.empty()) column.line(TextRole::secondary, theme.dim, "A click makes the change; Ctrl+Z takes it back.");
  for (std::size_t i = 0; i < std::min(savings.size(), changes_max); ++i)
    if (change_row(column, savings[i], i)) chosen = &savings[i];
  const bool made = state.savings.is_of(frame.scenario(), frame.launch.rules, frame.holds);
  if (!column.frame.report.valid)
    column.line(TextRole::body, theme.text, "What is red on the left: the split is impossible anywhere.");
  else if (!column.frame.report.fits && savings.empty())
    column.line(TextRole::body, theme.text, made ? "No single change of the plan saves memory." : "…");
  else if (column.frame.report.fits && detail.changes.empty() && detail.unsaid.empty())
    column.line(TextRole::body, theme.good, "Nothing has to change.");
  if (chosen != nullptr) frame.requests.edit = ScenarioEdit{chosen->scenario, "plan"};
}

/// What was open before is still open; what is said of it here would be read as of what wasn't read.
void back_section(const ViewFrame& frame, Column& column, const std::string& advice) {
  column.line(TextRole::secondary, frame.theme.dim,
              advice + " The scenario is as it was: " + frame.scenario().name + ".");
  column.gap(8);
  ImGui::SetCursorScreenPos({column.left, column.y});
  frame.requests.leave_refused = text_button(frame, "launch.leave", "Back to it", true, ButtonLook::filled);
  column.gap(36);
}

/// Why the script isn't read.
void refused_section(const ViewFrame& frame, Column& column) {
  const Theme& theme = frame.theme;
  for (const Problem& problem : frame.taken.problems) {
    const std::string where = where_words(problem);
    if (!where.empty()) column.line(TextRole::body, theme.bad, where);
    column.line(TextRole::secondary, theme.text, window_words(problem), where.empty() ? 0.0F : 12.0F);
    column.gap(8);
  }
  back_section(frame, column, "Mend the script and paste it again.");
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
void noticed_section(const std::vector<Problem>& notices, Column& column) {
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
  const auto mends = [&](Column& column) {
    if (state.mends->found.empty()) return;
    column.gap(4);
    column.y = mend_rows(state, frame, {column.left, column.y}, column.width);
  };
  const Rect body = refused ? view_card(frame, card, "launch", "Why it isn't read", "")
                            : view_card(frame, card, "launch", "Before the launch", "changes and rules");
  const Rect inside = begin_scroll("check", frame, body);
  Column column{frame, inside.min.x, inside.width() - frame.theme.px(6), inside.min.y};
  if (refused) {
    refused_section(frame, column);
    mends(column);
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
  const Rect body = view_card(frame, card, "launch", "Before the launch", "does it fit, and may it start");
  const Rect inside = begin_scroll("check", frame, body);
  Column column{frame, inside.min.x, inside.width() - frame.theme.px(6), inside.min.y};
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
