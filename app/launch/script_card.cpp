// The script's card: what it is, what it takes from outside, its text, what its colours mean (launch_view.h).
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/launch/launch_view.h"
#include "app/launch/script_detail.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/segments.h"
#include "app/session/give_from_outside.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// "bash, 44 lines, for Megatron-LM".
std::string script_words(const LaunchReading& reading) {
  std::string form = reading.form == LaunchForm::flags ? "bash" : std::string(name_of(reading.form));
  if (reading.form == LaunchForm::toml || reading.form == LaunchForm::yaml || reading.form == LaunchForm::json)
    for (char& c : form) c = static_cast<char>(c - 'a' + 'A');
  if (reading.form == LaunchForm::python) form = "Python";
  return form + ", " + grouped(static_cast<std::int64_t>(reading.lines), "line", "lines") +
         (reading.title.empty() ? "" : ", for " + reading.title);
}

/// How many flags set each part, in their colours.
void parts_legend(const LaunchState& state, const ViewFrame& frame, const Rect& row) {
  const Theme& theme = frame.theme;
  const LitScript& lit = state.marked->lit;
  const bool asks = std::all_of(lit.faults.begin(), lit.faults.end(), [](const LitFault& fault) {
    return fault.severity != Severity::error || fault.remedy.kind == RemedyKind::outside;
  });
  const auto count = [&](LitPart part) { return std::to_string(lit.count(part)); };
  const std::array<LegendItem, 5> items = {
      {{"model", count(LitPart::model), part_color(theme, LitPart::model)},
       {"plan", count(LitPart::plan), part_color(theme, LitPart::plan)},
       {"machine", count(LitPart::machine), part_color(theme, LitPart::machine)},
       {"without effect", count(LitPart::none), theme.faint},
       {asks ? "asked for" : "refused", std::to_string(lit.refused()), asks ? theme.warn : theme.bad}}};
  legend_row(frame, row, std::span(items).first(lit.refused() > 0 ? 5 : 4));
  frame.places.note("launch.legend", row);
}

/// As many of the words side by side as the line has room for, one at least.
std::span<const Segment> fitting(const Theme& theme, std::span<const Segment> words, float width) {
  while (words.size() > 1 && segments_width(theme, words) > width) words = words.first(words.size() - 1);
  return words;
}

/// The files of the launch, where there are several, as words of which one is shown; returns where they end.
float file_switch(LaunchState& state, const ViewFrame& frame, const Rect& body, const std::string& own) {
  const std::vector<std::string>& files = state.reading->files;
  if (files.empty()) return body.min.y;
  const Rect line{body.min, {body.max.x, body.min.y + frame.theme.px(30)}};
  std::vector<std::string> names = {"launch.file."};
  for (const std::string& file : files) names.push_back("launch.file." + file);
  std::vector<Segment> all = {{names[0].c_str(), own, "The launch's own text."}};
  for (std::size_t i = 0; i < files.size(); ++i)
    all.push_back({names[i + 1].c_str(), files[i], "The launch reads it; what its flags set is lit there."});
  const auto shown = std::find(files.begin(), files.end(), state.file);
  const std::size_t present = shown == files.end() ? 0 : static_cast<std::size_t>(shown - files.begin()) + 1;
  if (const auto chosen = segments(frame, line, line.min.x, fitting(frame.theme, all, line.width()), present))
    state.file = *chosen == 0 ? std::string() : files[*chosen - 1];
  return line.max.y + frame.theme.px(6);
}

constexpr int recipe_rows_max = 4;

/// The recipes of a Python file, where it has several, as words of which one is read; returns where they end.
float recipe_switch(const LaunchState& state, const ViewFrame& frame, const Rect& body) {
  const std::vector<std::string>& recipes = state.reading->recipes;
  if (recipes.size() < 2) return body.min.y;
  std::vector<std::string> names;
  for (const std::string& recipe : recipes) names.push_back("launch.recipe." + recipe);
  std::vector<Segment> all;
  for (std::size_t i = 0; i < recipes.size(); ++i)
    all.push_back({names[i].c_str(), recipes[i], "A function of the file that makes a configuration."});
  const auto read =
      static_cast<std::size_t>(std::find(recipes.begin(), recipes.end(), state.reading->recipe) - recipes.begin());
  Rect line{body.min, {body.max.x, body.min.y}};
  std::size_t begin = 0;
  for (int row = 0; row < recipe_rows_max && begin < all.size(); ++row) {
    line = {{line.min.x, line.max.y}, {line.max.x, line.max.y + frame.theme.px(30)}};
    const auto words = fitting(frame.theme, std::span<const Segment>(all).subspan(begin), line.width());
    const bool here = read >= begin && read < begin + words.size();
    const auto present = here ? std::optional(read - begin) : std::nullopt;
    if (const auto chosen = segments(frame, line, line.min.x, words, present); chosen && chosen != present)
      frame.requests.given =
          GivenValue{recipe_argument(shown_source(frame.taken, frame.document)->outside), recipes[begin + *chosen]};
    begin += words.size();
  }
  return line.max.y + frame.theme.px(6);
}

constexpr std::size_t beside_max = 3;

/// What is wrong and stands at no line of the script, in a row each above it; returns where they end.
float faults_beside(const LaunchState& state, const ViewFrame& frame, const Rect& room) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float y = room.min.y;
  std::size_t shown = 0;
  for (const LitFault& fault : state.marked->lit.faults) {
    if (fault.placed || shown == beside_max) continue;
    const Rect row{{room.min.x, y}, {room.max.x, y + theme.px(24)}};
    const std::string name = "launch.beside." + std::to_string(shown++);
    const HitArea under = hit_area(frame, name.c_str(), row);
    const ImU32 color = fault.severity == Severity::error ? theme.bad : theme.warn;
    draw.AddRectFilled(row.min, row.max, with_alpha(color, under.hovered ? 0.24F : 0.14F), theme.px(4));
    const float middle = row.min.x + theme.px(14);
    draw.AddCircleFilled({middle, row.center().y}, theme.px(6), color);
    draw_text_centered(draw, theme, TextRole::secondary,
                       {middle, row.center().y - text_height(theme, TextRole::secondary) / 2}, readable_on(color), "!");
    const float left = middle + theme.px(14);
    draw_fitted(draw, theme, TextRole::secondary, {left, text_top(theme, TextRole::secondary, row)}, theme.text,
                row.max.x - left - theme.px(8), short_words(fault));
    if (under.hovered) show_term_tip(frame, explain_fault("At no line of the script", fault));
    y = row.max.y + theme.px(4);
  }
  return y > room.min.y ? y + theme.px(4) : y;
}

}  // namespace

void script_card(LaunchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const SharedValue<LaunchSource>& source = shown_source(frame.taken, frame.document);
  const std::string name = source->name.substr(source->name.find_last_of('/') + 1);
  const std::array<std::string, 2> subtitles = {script_words(*state.reading) + "; " + name,
                                                script_words(*state.reading)};
  const Rect body = plain_card(frame, card, "The script", subtitles);
  const float foot = theme.snapped_px(40);
  const float files = file_switch(state, frame, body, name);
  const float recipes = recipe_switch(state, frame, {{body.min.x, files}, body.max});
  const float top = outside_fields(state, frame, {{body.min.x, recipes}, {body.max.x, recipes + body.height() * 0.3F}});
  const float bottom = card.max.y - foot;
  const float text = is_refused(frame) ? top : faults_beside(state, frame, {{body.min.x, top}, {body.max.x, bottom}});
  script_text(state, frame, {{card.min.x + 1, text}, {card.max.x - 1, bottom}});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({card.min.x, bottom}, {card.max.x, bottom}, theme.line);
  parts_legend(state, frame, {{body.min.x, bottom}, {body.max.x, card.max.y}});
}

}  // namespace shardscope
