// The column of the Sweep view: what is asked, over which values, what stays meanwhile, what is shown, and to which
// file (sweep_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "app/output/drawing.h"
#include "app/panels/cards.h"
#include "app/panels/control_row.h"
#include "app/panels/controls.h"
#include "app/panels/segments.h"
#include "app/search/range_row.h"
#include "app/session/file_picker.h"
#include "app/sweep/sweep_cards.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

void say_heading(const Frame& frame, std::string_view title) {
  section(frame, title, {});
}

/// A row of buttons, one below the other, the one that is asked lit.
void question_rows(SweepState& state, const Frame& frame) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::optional<SweepQuestion> present = asked_question(state);
  for (std::size_t i = 0; i < count_of<SweepQuestion>; ++i) {
    const SweepQuestionEntry& entry = table_of<SweepQuestion>[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect row{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + theme.px(26)}};
    const HitArea under = hit_button(frame, ("sweep.question." + std::string(entry.name)).c_str(), row);
    const bool on = present == static_cast<SweepQuestion>(i);
    draw_row_ground(theme, row, under.hovered || under.focused);
    if (on) draw.AddRect(row.min, row.max, theme.accent, theme.px(design::control_radius), 0, theme.px(1.5F));
    draw_fitted(draw, theme, on ? TextRole::strong : TextRole::body,
                {row.min.x + theme.px(10), text_top(theme, TextRole::body, row)}, theme.text,
                row.width() - theme.px(20), entry.label);
    if (under.pointed) show_tip_at(frame, row, {std::string(entry.label), "", {std::string(entry.help)}, ""});
    if (under.pressed) ask_question(state, static_cast<SweepQuestion>(i));
    ImGui::SetCursorScreenPos({row.min.x, row.max.y + theme.px(4)});
    ImGui::Dummy({1, 0});
  }
}

/// The fields that can be swept, each with its line in a list.
struct FieldChoices {
  std::vector<const Field*> fields;
  std::vector<Option> options;
};

void add_choices(FieldChoices& choices, std::span<const Field> table, const Scenario& filled, bool by_lines) {
  for (const Field& field : table) {
    const bool swept = by_lines ? is_swept_by_lines(field) : is_swept_along(field);
    const bool known = swept && (!is_swept_along(field) || !std::holds_alternative<std::monostate>(field.get(filled)));
    if (known && !field.path.empty()) {
      choices.fields.push_back(&field);
      choices.options.push_back({std::string(field.label), std::string(field.path), std::string(field.help)});
    }
    add_choices(choices, field.parts, filled, by_lines);
  }
}

FieldChoices field_choices(const Scenario& scenario, bool by_lines) {
  FieldChoices choices;
  if (by_lines) choices.fields.push_back(nullptr), choices.options.push_back({"One line", {}, {}});
  add_choices(choices, fields(), with_defaults(scenario), by_lines);
  return choices;
}

/// The list of fields; what was chosen, null for none.
std::optional<const Field*> field_list(const ViewFrame& frame, const char* place, const std::string& shown,
                                       bool by_lines) {
  ComboRow row{place, "Field", shown, {}, {}, true};
  row.make_options = [&] { return field_choices(frame.scenario(), by_lines).options; };
  const auto chosen = combo_row(frame, row);
  return chosen ? std::optional(field_choices(frame.scenario(), by_lines).fields[*chosen]) : std::nullopt;
}

/// "1, 2, 4", "24 values".
std::string values_text(const Varied* varied) {
  if (varied == nullptr || varied->values.empty()) return "none";
  const auto said = [&](const std::string& value) { return value_words(varied->key, value); };
  if (varied->values.size() <= 3) {
    std::string words;
    for (const std::string& value : varied->values) words += (words.empty() ? "" : ", ") + said(value);
    return words;
  }
  return grouped(static_cast<std::int64_t>(varied->values.size())) + " values";
}

/// Up to how many times the present number.
void span_row(SweptAxis& axis, const Frame& frame, const std::string& place) {
  constexpr std::array<double, 4> spans = {2, 4, 8, 16};
  constexpr std::array<const char*, 4> words = {"2 ×", "4 ×", "8 ×", "16 ×"};
  std::array<std::string, 4> places;
  std::array<Segment, 4> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    places[i] = place + ".span." + std::to_string(i);
    all[i] = {places[i].c_str(), words[i], "From this part of the present value to as many times it."};
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect line{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + frame.theme.px(30)}};
  const auto present = std::find(spans.begin(), spans.end(), axis.span) - spans.begin();
  if (const auto chosen = segments(frame, line, at.x, all, static_cast<std::size_t>(present)))
    axis.span = spans[*chosen];
  ImGui::SetCursorScreenPos({at.x, line.max.y + frame.theme.px(4)});
  ImGui::Dummy({1, 0});
}

/// The least and the most of the usual values.
void bounds_row(SweptAxis& axis, const ViewFrame& frame, const std::string& place, SweepFollow follow) {
  std::vector<std::int64_t> values;
  for (const double value : swept_values(frame.scenario(), axis.path, follow)) values.push_back(std::llround(value));
  std::optional<ValueRange> range;
  if (axis.least && axis.most) range = ValueRange{std::llround(*axis.least), std::llround(*axis.most)};
  const std::string name = place + ".range";
  const auto moved = range_row(frame, {name, "From, to", values, range, "The least and the most value."});
  if (!moved) return;
  axis.least.reset(), axis.most.reset();
  if (*moved) axis.least = static_cast<double>((*moved)->least), axis.most = static_cast<double>((*moved)->most);
}

/// The values of an axis: typed, or the usual ones as far as they are wanted.
void value_rows(SweptAxis& axis, const ViewFrame& frame, const std::string& place, const Varied* varied,
                SweepFollow follow) {
  const Field* field = find_field(axis.path);
  const bool usual = axis.typed.empty() && field != nullptr && is_swept_along(*field);
  if (usual && is_scaled(frame.scenario(), axis.path))
    span_row(axis, frame, place);
  else if (usual)
    bounds_row(axis, frame, place, follow);
  const std::string name = place + ".values", text = values_text(varied);
  RowScope scope(
      frame, name, "Values", "", RowKind::figure, text,
      "Typed as a list, 1,2,4, or as a range, 1..16, of which the valid ones are taken; empty: the usual ones.");
  frame.places.note(name, scope.area.value);
  const auto typed = value_box(frame, scope, text, axis.typed.empty() ? " " : axis.typed);
  if (!typed) return;
  axis.typed = *typed;
  std::erase(axis.typed, ' ');
}

void along_section(SweepState& state, const ViewFrame& frame) {
  say_heading(frame, "Along the axis");
  SweptAxis& along = state.settings.along;
  if (const auto chosen = field_list(frame, "sweep.along", brief_title(along.path), false)) {
    along = SweptAxis{std::string((*chosen)->path)};
    if (state.settings.lines && state.settings.lines->path == along.path) state.settings.lines.reset();
  }
  value_rows(along, frame, "sweep.along", state.asked->varied.empty() ? nullptr : &state.asked->varied.front(),
             state.settings.follow);
}

void lines_section(SweepState& state, const ViewFrame& frame) {
  say_heading(frame, "A line for each");
  std::optional<SweptAxis>& lines = state.settings.lines;
  if (const auto chosen = field_list(frame, "sweep.lines", lines ? brief_title(lines->path) : "One line", true)) {
    lines.reset();
    if (*chosen != nullptr && (*chosen)->path != state.settings.along.path)
      lines = SweptAxis{std::string((*chosen)->path)};
  }
  if (lines)
    value_rows(*lines, frame, "sweep.lines", state.asked->varied.size() > 1 ? &state.asked->varied[1] : nullptr,
               state.settings.follow);
}

void stays_section(SweepState& state, const Frame& frame) {
  say_heading(frame, "What stays");
  std::array<std::string, count_of<SweepFollow>> places;
  std::array<Segment, count_of<SweepFollow>> words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Choice& choice = choices<SweepFollow>()[i];
    places[i] = "sweep.follow." + std::string(choice.json);
    words[i] = {places[i].c_str(), choice.label, choice.help};
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect line{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + frame.theme.px(30)}};
  if (const auto chosen = segments(frame, line, at.x, words, index_of(state.settings.follow)))
    state.settings.follow = static_cast<SweepFollow>(*chosen);
  ImGui::SetCursorScreenPos({at.x, line.max.y + frame.theme.px(4)});
  ImGui::Dummy({1, 0});
}

void shown_section(SweepState& state, const Frame& frame) {
  say_heading(frame, "Shown");
  std::vector<Option> figures;
  for (const SweepFigureEntry& entry : table_of<SweepFigure>)
    figures.push_back({std::string(entry.label), std::string(entry.path), {}});
  SweepArrangement& arranged = state.arranged;
  const ComboRow upper{
      "sweep.upper", "Above", std::string(entry_of(arranged.upper).label), figures, index_of(arranged.upper), true};
  if (const auto chosen = combo_row(frame, upper)) {
    const auto figure = static_cast<SweepFigure>(*chosen);
    if (arranged.lower == figure) arranged.lower = arranged.upper;
    arranged.upper = figure;
  }
  figures.insert(figures.begin(), Option{"Nothing", {}, {}});
  const ComboRow lower{"sweep.lower",
                       "Below",
                       arranged.lower ? std::string(entry_of(*arranged.lower).label) : "Nothing",
                       figures,
                       arranged.lower ? index_of(*arranged.lower) + 1 : 0,
                       true};
  if (const auto chosen = combo_row(frame, lower)) {
    std::optional<SweepFigure> figure;
    if (*chosen > 0) figure = static_cast<SweepFigure>(*chosen - 1);
    if (figure == arranged.upper) figure.reset();
    arranged.lower = figure;
  }
}

void state_words(const SweepState& state, const Frame& frame) {
  const Theme& theme = frame.theme;
  const SweepProgress& progress = state.progress;
  if (!state.asked->problem.empty()) return words(frame, theme.bad, with_spoken_numbers(state.asked->problem));
  const auto count = [](std::size_t number) { return grouped(static_cast<std::int64_t>(number)); };
  if (!progress.done)
    return words(frame, theme.dim,
                 count(progress.rows.size()) + " of " + count(state.asked->choices.size()) + " evaluated");
  const auto no = std::count_if(progress.rows.begin(), progress.rows.end(),
                                [](const SweepRow& row) { return !row.problem.empty(); });
  words(
      frame, theme.dim,
      count(progress.rows.size()) + " plans evaluated whole" +
          (no > 0 ? ", " + count(static_cast<std::size_t>(no)) + " of them impossible: point at a cross for why" : ""));
}

void export_section(SweepState& state, const ViewFrame& frame) {
  say_heading(frame, "Export");
  std::string file = suggested_file(frame.scenario().name);
  file.erase(file.size() - std::string_view(".json").size());
  file += " " + brief_title(state.drawn.asked.settings.along.path);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float x = at.x;
  for (const auto& [name, label, ending] :
       {std::tuple{"sweep.csv", "CSV", ".csv"}, {"sweep.png", "PNG", ".png"}, {"sweep.svg", "SVG", ".svg"}}) {
    ImGui::SetCursorScreenPos({x, at.y});
    if (text_button(frame, name, label, state.progress.done, ButtonLook::filled))
      frame.requests.save = SaveQuestion{file + (is_picture(ending) ? " 1920x1080" : "") + ending, ending};
    x += button_width(frame.theme, label, ButtonLook::filled) + frame.theme.px(8);
  }
  const float next = at.y + frame.theme.px(36);
  ImGui::SetCursorScreenPos({at.x, next});
  if (text_button(frame, "sweep.command", "Copy command", state.progress.done, ButtonLook::filled)) {
    const std::string& preset = frame.scenario().preset;
    const bool is_preset = !preset.empty() && !frame.document.edited() && frame.document.file.empty();
    const std::string scenario = is_preset                     ? preset
                                 : frame.document.file.empty() ? "scenario.json"
                                                               : frame.document.file;
    ImGui::SetClipboardText(
        command_of_sweep(state.drawn, scenario, state.arranged.upper, state.arranged.lower).c_str());
    frame.said = "Copied the command that prints these rows";
  }
  const float beside = button_width(frame.theme, "Copy command", ButtonLook::filled) + frame.theme.px(8);
  ImGui::SetCursorScreenPos({at.x + beside, next});
  if (text_button(frame, "sweep.trials", "JSON lines", state.progress.done, ButtonLook::filled))
    frame.requests.save = SaveQuestion{file + ".jsonl", ".jsonl"};
  ImGui::SetCursorScreenPos({at.x, next + frame.theme.px(38)});
  ImGui::Dummy({1, 0});
}

}  // namespace

void sweep_column(SweepState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  (void)bare_card(frame, area);
  ImGui::SetCursorScreenPos({area.min.x + 1, area.min.y + theme.px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(16), theme.px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("sweep.column", {area.width() - 2, area.height() - theme.px(8)},
                    ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_NavFlattened);
  say_heading(frame, "Question");
  question_rows(state, frame);
  along_section(state, frame);
  lines_section(state, frame);
  stays_section(state, frame);
  shown_section(state, frame);
  export_section(state, frame);
  state_words(state, frame);
  ImGui::Dummy({1, theme.px(10)});
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
}

}  // namespace shardscope
