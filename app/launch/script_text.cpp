// The script's text with its line numbers, each flag lit by what it set (launch_view.h).
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <tuple>

#include "app/launch/launch_view.h"
#include "app/launch/script_detail.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/give_from_outside.h"
#include "core/base/trimmed.h"
#include "core/fields/fields.h"
#include "render/text/fonts.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// How the text is set: signs of one width where there is a font for it.
struct ScriptPen {
  const ViewFrame& frame;
  ImFont* font;
  float size, line_height, numbers;  // numbers: the width of the gutter

  float width(std::string_view text) const {
    return font->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
  }
  void write(ImVec2 at, ImU32 color, std::string_view text) const {
    const float y = std::floor(at.y + (line_height - size) / 2);
    ImGui::GetWindowDrawList()->AddText(font, size, {at.x, y}, color, text.data(), text.data() + text.size());
  }
};

ScriptPen script_pen(const ViewFrame& frame, std::size_t lines) {
  const Theme& theme = frame.theme;
  const Face face = theme.face(TextRole::secondary);
  ImFont* const mono = mono_font(theme.fonts);
  ScriptPen pen{frame, mono != nullptr ? mono : face.font, face.size, std::floor(theme.px(19)), 0};
  pen.numbers = theme.px(30) + pen.width(std::string(std::max<std::size_t>(2, std::to_string(lines).size()), '0'));
  return pen;
}

/// ": 8", of a launch that isn't read, where that is known.
std::string so_far_words(const LaunchState& state, const std::string& field) {
  const Value& value = value_at(state.reading->so_far, field);
  return value.none() ? std::string() : ": " + value_words(field, value);
}

/// What a flag set, and which rule it breaks.
Explanation explain_span(const LaunchState& state, const ViewFrame& frame, const LitSpan& span) {
  Explanation tip{span.flag.empty() ? "Line " + std::to_string(span.place.line) : span.flag, {}, {}, {}};
  if (span.fault) tip = explain_fault(std::move(tip.title), state.marked->lit.faults[*span.fault]);
  for (const std::string& field : span.fields)
    tip.lines.push_back(is_refused(frame) ? "It sets " + field_name(field) + so_far_words(state, field)
                                          : field_name(field) + ": " + field_words(field, frame.report.scenario));
  if (span.part == LitPart::none && !span.fault)
    tip.lines.push_back(span.why.empty() ? "It changes neither memory nor time here; an export keeps it." : span.why);
  return tip;
}

void wavy_line(ImDrawList& draw, float left, float right, float y, ImU32 color, float pixel) {
  const float step = 3 * pixel;
  for (float x = left; x < right; x += step) {
    const bool up = static_cast<int>(std::lround((x - left) / step)) % 2 == 0;
    const float end = std::min(x + step, right);
    draw.AddLine({x, up ? y : y - 2 * pixel}, {end, up ? y - 2 * pixel : y}, color, 1.2F * pixel);
  }
}

/// A flag within its line, from `left` on.
void draw_span(LaunchState& state, const ScriptPen& pen, std::size_t number, std::string_view line, ImVec2 text) {
  const ViewFrame& frame = pen.frame;
  const Theme& theme = frame.theme;
  const LitSpan& span = state.marked->lit.spans[number];
  const std::string_view words = line.substr(span.place.begin, span.place.end - span.place.begin);
  const float left = text.x + pen.width(line.substr(0, span.place.begin)), right = left + pen.width(words);
  const float pad = theme.px(3);
  const Rect box{{left - pad, text.y + 1}, {right + pad, text.y + pen.line_height - 1}};
  const std::string name = "launch.flag." + std::to_string(number);
  const HitArea under = hit_area(frame, name.c_str(), box);
  const LitFault* fault = span.fault ? &state.marked->lit.faults[*span.fault] : nullptr;
  const bool refused = fault != nullptr && fault->severity == Severity::error;
  const ImU32 color = refused ? fault_color(theme, *fault) : part_color(theme, span.part);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (span.part != LitPart::none || under.hovered)
    draw.AddRectFilled(box.min, box.max, with_alpha(color, under.hovered ? 0.24F : 0.12F), theme.px(3));
  pen.write({left, text.y}, color, words);
  if (fault != nullptr) wavy_line(draw, left, right, box.max.y - theme.px(1), fault_color(theme, *fault), theme.px(1));
  if (is_picked(state, number)) draw.AddRect(box.min, box.max, theme.text, theme.px(3), 0, theme.px(1.5F));
  if (under.hovered) show_term_tip(frame, explain_span(state, frame, span));
  if (under.pressed) pick_span(state, number);
}

/// The line's number, a bar in the colour of what it sets, and a mark where something is wrong.
void draw_gutter(const ScriptPen& pen, int number, ImVec2 at, const LitSpan* first, const LitFault* fault) {
  const Theme& theme = pen.frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const bool refused = fault != nullptr && fault->severity == Severity::error;
  const std::string digits = std::to_string(number);
  pen.write({at.x + pen.numbers - theme.px(10) - pen.width(digits), at.y},
            refused ? fault_color(theme, *fault) : theme.dim, digits);
  if (fault != nullptr) {
    const ImVec2 middle{at.x + theme.px(9), at.y + pen.line_height / 2};
    const ImU32 ground = fault_color(theme, *fault);
    draw.AddCircleFilled(middle, theme.px(6), ground);
    draw_text_centered(draw, theme, TextRole::secondary,
                       {middle.x, middle.y - text_height(theme, TextRole::secondary) / 2}, readable_on(ground), "!");
  } else if (first != nullptr) {
    const ImU32 color = first->part == LitPart::none ? theme.faint : part_color(theme, first->part);
    draw.AddRectFilled({at.x + theme.px(7), at.y + theme.px(3)},
                       {at.x + theme.px(9.5F), at.y + pen.line_height - theme.px(3)}, color);
  }
}

/// A line: what no flag has in plain ink, comments dim.
void draw_line(LaunchState& state, const ScriptPen& pen, int number, std::string_view line, ImVec2 at) {
  const Theme& theme = pen.frame.theme;
  const LitScript& lit = state.marked->lit;
  const auto first = std::lower_bound(
      lit.spans.begin(), lit.spans.end(), std::tie(state.file, number),
      [](const LitSpan& span, const auto& wanted) { return std::tie(span.file, span.place.line) < wanted; });
  const auto is_here = [&](auto span) {
    return span != lit.spans.end() && span->place.line == number && span->file == state.file;
  };
  const LitSpan* begins = is_here(first) ? &*first : nullptr;
  const LitFault* fault = nullptr;
  for (auto span = first; is_here(span); ++span)
    if (span->fault && (fault == nullptr || fault->severity != Severity::error)) fault = &lit.faults[*span->fault];
  if (fault != nullptr && fault->severity == Severity::error)
    ImGui::GetWindowDrawList()->AddRectFilled(
        {ImGui::GetWindowPos().x, at.y}, {ImGui::GetWindowPos().x + ImGui::GetWindowWidth(), at.y + pen.line_height},
        with_alpha(fault_color(theme, *fault), 0.14F));
  draw_gutter(pen, number, at, begins, fault);
  const ImVec2 text{at.x + pen.numbers, at.y};
  const ImU32 plain = is_comment_line(line) ? theme.dim : theme.text;
  std::size_t done = 0;
  for (auto span = first; is_here(span); ++span) {
    if (span->place.end > line.size() || span->place.begin < done) continue;
    const std::string_view before = line.substr(done, span->place.begin - done);
    pen.write({text.x + pen.width(line.substr(0, done)), at.y}, plain, before);
    draw_span(state, pen, static_cast<std::size_t>(span - lit.spans.begin()), line, text);
    done = span->place.end;
  }
  pen.write({text.x + pen.width(line.substr(0, done)), at.y}, plain, line.substr(done));
}

}  // namespace

void script_text(LaunchState& state, const ViewFrame& frame, const Rect& area) {
  const std::string* text = text_of(*shown_source(frame.taken, frame.document), state.file);
  std::vector<std::string_view> lines = lines_of(text != nullptr ? *text : std::string_view());
  if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
  const ScriptPen pen = script_pen(frame, lines.size());
  std::size_t longest = 0;
  for (std::string_view& line : lines) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    longest = std::max(longest, line.size());
  }
  const float wide = pen.numbers + pen.width("0") * static_cast<float>(longest + 2);
  const float bar = wide > area.width() ? ImGui::GetStyle().ScrollbarSize : 0;  // below the lines, none of which is cut
  const float whole = std::floor((area.height() - bar) / pen.line_height) * pen.line_height + bar;
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild(("script" + state.file).c_str(), {area.width(), std::max(whole, pen.line_height)},
                    ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
  frame.places.note("launch.script", area);
  if (state.pick.to_script && state.pick.lead) {
    const int line = state.marked->lit.spans[*state.pick.lead].place.line;
    ImGui::SetScrollY(std::max(0.0F, static_cast<float>(line) * pen.line_height - area.height() / 3));
    state.pick.to_script = false;
  }
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float above = area.min.y - top.y;  // what is scrolled out of sight
  const auto first = static_cast<std::size_t>(std::max(0.0F, std::floor(above / pen.line_height)));
  const auto shown = static_cast<std::size_t>(area.height() / pen.line_height) + 2;
  for (std::size_t i = first; i < std::min(lines.size(), first + shown); ++i)
    draw_line(state, pen, static_cast<int>(i) + 1, lines[i],
              {top.x, std::floor(top.y + static_cast<float>(i) * pen.line_height)});
  ImGui::SetCursorScreenPos(top);
  ImGui::Dummy({wide, pen.line_height * static_cast<float>(lines.size()) + frame.theme.px(8)});
  ImGui::EndChild();
}

}  // namespace shardscope
