// The launch's text, live (launch_view.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/launch/launch_detail.h"
#include "app/launch/launch_view.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/word_switch.h"
#include "core/fields/fields.h"
#include "core/scenario_json/short_code.h"
#include "render/text/fonts.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t unsaid_max = 6;

struct LauncherWord {
  Launcher launcher;
  WordSwitch word;
};
constexpr std::array<LauncherWord, 3> launchers = {
    {{Launcher::slurm, {"launch.slurm", "Slurm", "A batch script: nodes, tasks, rendezvous."}},
     {Launcher::torchrun, {"launch.torchrun", "torchrun", "A script that starts one node's processes."}},
     {Launcher::none, {"launch.plain", "Alone", "The flags or the configuration alone."}}}};

/// The list of frameworks at the line's left end, and which was picked; `end`: where its words end.
std::string chosen_form(const ViewFrame& frame, const Rect& line, float& end) {
  const LaunchChoice& view = frame.launch;
  std::vector<Option> options;
  std::optional<std::size_t> present;
  std::string shown = "Pick a framework";
  const std::vector<const LaunchFramework*> offered = offered_frameworks(frame.presets.frameworks, view.form);
  for (const LaunchFramework* framework : offered) {
    if (framework->preset == view.form) present = options.size(), shown = framework->title;
    options.push_back({framework->title, release_words(*framework), "Written for " + framework->repository + "."});
  }
  ImGui::SetCursorScreenPos({line.min.x, line.center().y - text_height(frame.theme, TextRole::strong) / 2});
  const auto chosen =
      title_combo(frame, {"launch.form", {}, shown, options, present}, line.width() * 0.45F, end, TextRole::strong);
  return chosen ? offered[*chosen]->preset : view.form;
}

/// The buttons at the line's right end; returns where they begin.
float copy_buttons(const LaunchState& state, const ViewFrame& frame, const Rect& line) {
  const Theme& theme = frame.theme;
  float right = line.max.x;
  const auto button = [&](const char* name, const char* text) {
    right -= button_width(theme, text);
    ImGui::SetCursorScreenPos({right, line.center().y - theme.px(14)});
    const bool clicked = text_button(frame, name, text);
    right -= theme.px(2);
    return clicked;
  };
  if (button("launch.copy", "Copy")) copy_launch(state, frame);
  if (button("launch.copy_code", "Copy code")) copy_code(frame);
  return right - theme.px(8);
}

/// The launchers as words that end at `right`, and which is picked.
Launcher chosen_launcher(const ViewFrame& frame, const Rect& line, float right) {
  Launcher chosen = frame.launch.launcher;
  for (const LauncherWord& each : launchers) {
    WordSwitch word = each.word;
    word.on = chosen == each.launcher;
    bool clicked = false;
    right = word_switch(frame, line, right, word, clicked);
    if (clicked) chosen = each.launcher;
  }
  return chosen;
}

/// Format, launcher and the copy button, above the text; the launchers go into a second line where the first has no
/// room for all of them. Returns how many lines that took.
int choices(const LaunchState& state, const ViewFrame& frame, const Rect& line) {
  const Theme& theme = frame.theme;
  LaunchChoice view = frame.launch;
  float end = 0;
  view.form = chosen_form(frame, line, end);
  const float right = copy_buttons(state, frame, line);
  float wanted = 0;
  for (const LauncherWord& each : launchers) wanted += word_switch_width(theme, each.word.label) + theme.px(8);
  const bool second = right - wanted < end;
  const Rect below{{line.min.x, line.max.y}, {line.max.x, line.max.y + line.height()}};
  view.launcher = chosen_launcher(frame, second ? below : line, second ? line.max.x : right);
  if (view != frame.launch) frame.requests.launch = view;
  return second ? 2 : 1;
}

/// What the format can't say, and what its framework refuses of it; returns where that ends.
float unsaid(const LaunchState& state, const ViewFrame& frame, const Rect& body, float y) {
  const Theme& theme = frame.theme;
  const ExportedLaunch& exported = state.detail->exported;
  const std::vector<std::string> lines = unsaid_lines(exported);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto say = [&](ImU32 color, const std::string& text, float indent) {
    y += draw_wrapped(draw, theme, TextRole::secondary, {body.min.x + indent, y}, color, text, body.width() - indent) +
         theme.px(2);
  };
  const float top = y;
  for (const BrokenRule& rule : exported.rules.broken)
    if (rule.severity == RuleSeverity::error)
      say(theme.bad,
          exported.rules.title +
              " refuses it: " + with_spoken_numbers(rule.headline.empty() ? rule.message : rule.headline),
          0);
  for (const BrokenRule& rule : exported.rules.broken_instead)
    if (rule.severity == RuleSeverity::error)
      say(theme.bad,
          exported.rules.title + " refuses the " + exported.rules.runs_instead + " that stands here: " + rule.message,
          0);
  if (lines.empty()) {
    say(theme.dim, "The text says the whole plan.", 0);
  } else {
    say(theme.warn, exported.rules.title + " isn't told these; they stand in the text's comments alone:", 0);
    for (std::size_t i = 0; i < std::min(lines.size(), unsaid_max); ++i) {
      const float indent = theme.px(12);
      say(theme.text, fitted(theme, TextRole::secondary, lines[i], 3 * (body.width() - indent)), indent);
    }
    if (lines.size() > unsaid_max) say(theme.dim, "and " + std::to_string(lines.size() - unsaid_max) + " more", 0);
  }
  frame.places.note("launch.unsaid", {{body.min.x, top}, {body.max.x, y}});
  return y + theme.px(8);
}

/// That the framework whose plan it is has no text here.
void say_unwritten(const ViewFrame& frame, const Rect& body, float below) {
  const std::string own(label_of(frame.scenario().software.framework));
  const ImVec2 at{body.min.x, body.min.y + below};
  const float height = draw_wrapped(*ImGui::GetWindowDrawList(), frame.theme, TextRole::secondary, at, frame.theme.dim,
                                    "What launches " + own +
                                        " isn't written here; a framework that you pick shows "
                                        "what it would take of this plan.",
                                    body.width());
  frame.places.note("launch.unwritten", {at, {body.max.x, at.y + height}});
}

/// The field that a line of a launch's text sets: by the flag, or in a comment by the path; null where it sets none.
const Field* field_of_line(std::string_view line, const LaunchFramework& framework) {
  constexpr std::string_view between = " =:";
  for (std::size_t begin = line.find_first_not_of(between); begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(between, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    const FlagSpec* spec = framework.flag(word);
    if (const Field* field = find_field(spec != nullptr ? std::string_view(spec->key) : word)) return field;
    begin = line.find_first_not_of(between, end);
  }
  return nullptr;
}

/// What the line under the pointer sets. `first`: where the text's first line begins; `height`: of a line.
void tip_of_line(const std::string& text, const ViewFrame& frame, float first, float height) {
  const float pointed = std::floor((ImGui::GetIO().MousePos.y - first) / height);
  if (pointed < 0) return;
  std::size_t begin = 0;
  for (float line = 0; line < pointed; ++line) {
    begin = text.find('\n', begin);
    if (begin++ == std::string::npos) return;
  }
  const std::string_view line = std::string_view(text).substr(begin, text.find('\n', begin) - begin);
  const Field* field = field_of_line(line, framework_named(frame.presets, frame.launch.form));
  if (field == nullptr) return;
  Explanation tip = explain_field(*field, frame.report);
  tip.figure = field->path;
  if (pointer_rests()) return show_tip(frame, tip);
  frame.tip = tip;
}

/// Text to select in signs of one width, as wide and high as it is; the area over it scrolls both ways.
void program_text(const std::string& text, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const ImVec2 padding{theme.px(10), theme.px(8)};
  const float height = std::max(theme.px(60), area.height());
  ImGui::SetCursorScreenPos(area.min);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme.bg);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, theme.bg);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
  ImGui::BeginChild("launch text", {area.width(), height}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
  const Face face = theme.face(TextRole::secondary);
  ImFont* const mono = mono_font(theme.fonts);
  ImGui::PushFont(mono != nullptr ? mono : face.font, face.size);
  const ImVec2 used = ImGui::CalcTextSize(text.c_str(), text.c_str() + text.size());
  const float bar = ImGui::GetStyle().ScrollbarSize;
  // A line of room, so that the text itself never scrolls within the area.
  const ImVec2 size{std::max(used.x + 3 * padding.x, area.width() - bar),
                    std::max(used.y + 2 * padding.y + ImGui::GetFontSize(), height - bar)};
  char* const unchanged = const_cast<char*>(text.data());  // read-only
  ImGui::InputTextMultiline("##launch text", unchanged, text.size() + 1, size, ImGuiInputTextFlags_ReadOnly);
  if (ImGui::IsItemHovered() && !ImGui::IsMouseDown(ImGuiMouseButton_Left))
    tip_of_line(text, frame, ImGui::GetItemRectMin().y + padding.y, ImGui::GetFontSize());
  ImGui::PopFont();
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  frame.places.note("launch.text", {area.min, {area.max.x, area.min.y + height}});
}

}  // namespace

void copy_launch(const LaunchState& state, const ViewFrame& frame) {
  if (frame.launch.form.empty()) return;
  const std::string& text = state.detail->exported.text;
  ImGui::SetClipboardText(text.c_str());
  frame.said = "Copied " + std::to_string(std::count(text.begin(), text.end(), '\n')) + " lines for " +
               state.detail->exported.rules.title;
}

void copy_code(const Frame& frame) {
  const std::string code = scenario_code(frame.document.said, frame.presets);
  ImGui::SetClipboardText(code.c_str());
  frame.said = "Copied the scenario's code; Ctrl+V reads it back";
}

void text_card(LaunchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const bool written = !frame.launch.form.empty();
  const std::array<std::string, 2> subtitles = {written ? "follows every edit; it reads back as the same scenario" : "",
                                                ""};
  const Rect body = plain_card(frame, card, "To launch it", subtitles);
  const int lines = choices(state, frame, {body.min, {body.max.x, body.min.y + theme.px(28)}});
  if (frame.launch.form.empty()) return say_unwritten(frame, body, theme.px(28.0F * static_cast<float>(lines) + 6));
  const float top = unsaid(state, frame, body, body.min.y + theme.px(28.0F * static_cast<float>(lines) + 6));
  program_text(state.detail->exported.text, frame, {{body.min.x, top}, body.max});
}

}  // namespace shardscope
