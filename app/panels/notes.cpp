#include "app/panels/notes.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/controls.h"
#include "core/fields/fields.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float note_padding = 8, side = 18, line_height = 16, lines_min = 3, lines_max = 6, lines_with_room = 12,
                share_of_panel = 0.13F;

/// "Tensor: 6 doesn't divide…"; what is said of the whole plan stands alone.
std::string labelled(std::string_view path, const std::string& words) {
  const Field* field = find_field(path);
  return field != nullptr ? std::string(field->label) + ": " + words : words;
}

/// Errors before warnings, each in the order that the report has them; hints are the hint line's.
std::vector<const Problem*> said_problems(const Frame& frame) {
  std::vector<const Problem*> said = problems_at(frame, frame.last_touched);
  for (const Severity severity : {Severity::error, Severity::warning})
    for (const Problem& problem : frame.report.problems)
      if (problem.severity == severity && std::find(said.begin(), said.end(), &problem) == said.end())
        said.push_back(&problem);
  return said;
}

/// How high an area is that shows as many whole lines of the notes as this height holds.
float whole_lines_height(const Theme& theme, const std::vector<ControlNote>& notes, float width, float height) {
  const float line = text_height(theme, TextRole::secondary);
  float top = theme.px(note_padding), bottom = top;
  for (const ControlNote& note : notes) {
    const float end = top + wrapped_words_height(theme, note.words, width);
    for (float low = top + line; low < end && low <= height; low += line) bottom = low;
    top = end;
  }
  return top + theme.px(note_padding) <= height ? height : std::ceil(bottom);
}

}  // namespace

std::vector<ControlNote> control_notes(const Frame& frame) {
  std::vector<ControlNote> notes;
  const Theme& theme = frame.theme;
  if (!frame.refusal.path.empty()) notes.push_back({theme.bad, labelled(frame.refusal.path, frame.refusal.words)});
  if (!frame.followed.empty()) notes.push_back({theme.dim, "→ " + std::string(frame.followed)});
  for (const Problem* problem : said_problems(frame))
    notes.push_back({problem_color(theme, *problem), labelled(problem->path, message_words(*problem))});
  return notes;
}

float notes_height(const Theme& theme, float panel_height) {
  const float lines = std::clamp(panel_height * share_of_panel / theme.px(line_height), lines_min, lines_max);
  return theme.snapped_px(lines * line_height + 2 * note_padding);
}

Rect notes_area(const Theme& theme, const Rect& reserved, float free) {
  const float most = theme.snapped_px(lines_with_room * line_height + 2 * note_padding);
  const float height = std::clamp(reserved.height() + free, reserved.height(), std::max(most, reserved.height()));
  return {{reserved.min.x, std::floor(reserved.max.y - height)}, reserved.max};
}

void draw_notes(const Frame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  ImGui::GetWindowDrawList()->AddLine(area.min, {area.max.x, area.min.y}, theme.line);
  ImGui::SetCursorScreenPos({area.min.x, area.min.y + 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(side), theme.px(note_padding)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const std::vector<ControlNote> notes = control_notes(frame);
  const float height = whole_lines_height(theme, notes, area.width() - 1 - 2 * theme.px(side), area.height() - 1);
  ImGui::BeginChild("notes", {area.width() - 1, height}, ImGuiChildFlags_AlwaysUseWindowPadding);
  if (notes.empty()) words(frame, theme.dim, "What an edit moves, and what is wrong, is said here.");
  for (const ControlNote& note : notes) words(frame, note.color, note.words);
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  frame.places.note("panel.notes", area);
}

}  // namespace shardscope
