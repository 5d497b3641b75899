#include "app/explorer/command_palette.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/panels/controls.h"
#include "core/fields/fields.h"
#include "core/fields/typed_setting.h"
#include "core/scenario_json/parse.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr const char* palette_name = "palette";
constexpr float palette_width = 620, palette_height = 420;
constexpr std::size_t listed_max = 160;

/// "plan.tp = 4" is typed, or 4 once the field was chosen: the field, and its value so far.
TypedSetting setting_of(std::string_view typed, const std::string& chosen) {
  if (!chosen.empty()) return {find_field(chosen), std::string(typed), std::string(typed)};
  const std::size_t equals = typed.find('=');
  if (equals == std::string_view::npos) return {};
  std::string_view path = typed.substr(0, equals), value = typed.substr(equals + 1);
  while (path.ends_with(' ')) path.remove_suffix(1);
  while (value.starts_with(' ')) value.remove_prefix(1);
  return {find_field(path), std::string(value), std::string(value)};
}

/// What is typed behind a field becomes its value, and what hangs on it follows; why not is said and it stays open.
bool take_setting(const ViewFrame& frame, const TypedSetting& typed) {
  const std::string path(typed.field->path);
  const Outcome<Scenario> changed =
      apply_setting(frame.document.said.scenario,
                    Setting(path, setting_value(*typed.field, typed.value).value_or(typed.value)), frame.presets);
  if (succeeded(changed)) {
    frame.requests.edit = ScenarioEdit{value_of(changed), path, true, true};
    return true;
  }
  frame.refused = {path, problems_of(changed).front().message};
  return false;
}

/// "Tensor from 4 to 8", for each field that "tp 8" may mean; what was chosen.
std::optional<TypedSetting> short_setting_lines(const ViewFrame& frame, bool entered) {
  constexpr std::size_t most = 4;
  const std::vector<TypedSetting> all = typed_settings(frame.filter);
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    const Field& field = *all[i].field;
    const std::string line = std::string(field.label) + " from " +
                             text_of(field, field_value_in_force(field, frame.report)) + " to " + all[i].typed;
    const std::string name = "palette.set=" + std::string(field.path);
    if (list_line(frame, name, line, i == 0 ? "Enter" : "set", i == 0, field.help) || (entered && i == 0))
      return all[i];
  }
  if (!frame.refusal.path.empty() && !all.empty() && frame.refusal.path == all.front().field->path)
    words(frame, frame.theme.bad, frame.refusal.words);
  return std::nullopt;
}

void setting_line(const ViewFrame& frame, const TypedSetting& typed, bool entered) {
  const Theme& theme = frame.theme;
  const FieldValue present = field_value_in_force(*typed.field, frame.report);
  const std::string line = std::string(typed.field->label) + " from " + text_of(*typed.field, present) + " to " +
                           (typed.value.empty() ? "\xE2\x80\xA6" : typed.value);
  const bool clicked = list_line(frame, "palette.set", line, "Enter", true);
  words(frame, theme.dim, typed.field->help);
  if (!frame.refusal.path.empty() && frame.refusal.path == typed.field->path)
    words(frame, theme.bad, frame.refusal.words);
  if ((clicked || entered) && !typed.value.empty() && take_setting(frame, typed)) ImGui::CloseCurrentPopup();
}

/// The lines that fit; what was chosen.
const PaletteEntry* entry_lines(const ViewFrame& frame, const std::vector<const PaletteEntry*>& found, bool entered,
                                bool more_above) {
  const PaletteEntry* chosen = nullptr;
  for (std::size_t i = 0; i < std::min(found.size(), listed_max); ++i) {
    const PaletteEntry& entry = *found[i];
    const std::string name = "palette." + entry.kind + "=" + entry.name;
    ImGui::PushID(static_cast<int>(i));
    if (list_line(frame, name, entry.name, entry.kind, false, entry.help.empty() ? entry.detail : entry.help))
      chosen = &entry;
    ImGui::PopID();
  }
  if (found.empty() && !more_above) words(frame, frame.theme.dim, "Nothing is called that.");
  return chosen == nullptr && entered && !found.empty() ? found.front() : chosen;
}

/// What is found by what is typed, fields with values first; does what is chosen.
void list_found(Explorer& explorer, const ViewFrame& frame, bool entered) {
  const std::string& within = explorer.palette.field;  // "term ": all that it finds, which what is typed narrows
  const bool sets = within.empty() && !typed_settings(frame.filter).empty();
  if (sets)
    if (const auto setting = short_setting_lines(frame, entered); setting && take_setting(frame, *setting))
      ImGui::CloseCurrentPopup();
  const std::vector<PaletteEntry> entries = palette_entries(explorer, frame);
  const PaletteEntry* chosen =
      entry_lines(frame, found_entries(entries, within + frame.filter), entered && !sets, sets);
  if (chosen == nullptr) return;
  if (chosen->field.empty() && chosen->narrows.empty()) {
    chosen->act();
    return ImGui::CloseCurrentPopup();
  }
  explorer.palette = {chosen->field.empty() ? chosen->narrows : chosen->field, true, false};
  frame.filter.clear();
  ImGui::ClearActiveID();  // else the field above goes on with what was typed there
}

}  // namespace

void command_palette(Explorer& explorer, const ViewFrame& frame) {
  const Theme& theme = frame.theme;
  if (std::exchange(explorer.palette.asked, false)) ImGui::OpenPopup(palette_name);
  if (!ImGui::IsPopupOpen(palette_name)) return;
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const float width = std::min(theme.px(palette_width), screen.WorkSize.x - theme.px(24));
  ImGui::SetNextWindowPos({screen.WorkPos.x + (screen.WorkSize.x - width) / 2, screen.WorkPos.y + theme.px(70)});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, theme.px(palette_height)});
  if (!begin_list(theme, palette_name)) return;
  if (ImGui::IsWindowAppearing()) explorer.palette = {};
  if (std::exchange(explorer.palette.asks_value, false)) ImGui::SetKeyboardFocusHere();
  const bool entered =
      filter_field(frame, "Do, open or set anything: undo, run, GPT-4, bubble, tp 8, seq 8k, glossary");
  frame.places.note(palette_name, {ImGui::GetWindowPos(),
                                   {ImGui::GetWindowPos().x + ImGui::GetWindowWidth(),
                                    ImGui::GetWindowPos().y + ImGui::GetWindowHeight()}});
  if (const TypedSetting typed = setting_of(frame.filter, explorer.palette.field); typed.field != nullptr) {
    setting_line(frame, typed, entered);
    if (!frame.refused.path.empty()) explorer.palette.asks_value = true;
  } else {
    list_found(explorer, frame, entered);
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  end_list();
}

}  // namespace shardscope
