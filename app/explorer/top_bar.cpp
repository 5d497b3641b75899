#include <imgui.h>

#include <algorithm>
#include <functional>

#include "app/explorer/view_export.h"
#include "app/explorer/window_parts.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/document/history_words.h"
#include "app/session/documents.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// Something that the bar does: a button, or a line of a list behind a word.
struct BarAction {
  std::string place, words, detail = {}, help = {};
  bool enabled = true;
  std::function<void()> act;
};
/// A word of the bar with what it does, or with a list of what it can do.
struct BarItem {
  std::string place, words;
  std::vector<BarAction> actions;
  bool is_list = false;
  std::optional<std::size_t> present = {};  // of a list that chooses one
  // Of a list that is made while it is open, instead of actions; it is found elsewhere, too, where it has no room.
  std::function<std::vector<Option>()> make_lines = {};
  std::function<void(std::size_t)> take_line = {};
};

/// The view that is shown, to a file.
BarItem picture_item(Explorer& explorer) {
  BarItem item{"picture", "Picture", {}, true};
  for (const ViewPicture& picture : view_pictures)
    item.actions.push_back({"", std::string(picture.label), std::string(picture.ending), std::string(picture.help),
                            true, [&explorer, &picture] { ask_where_to_draw(explorer, picture); }});
  return item;
}

/// The charts of a view without a scenario, to files.
BarItem export_item(Explorer& explorer) {
  const ViewEntry& view = *explorer.alone;
  BarItem item{std::string(view.info.name) + ".export", "Export", {}, true};
  for (const ChartExport& one : view.chart_exports(explorer.views))
    item.actions.push_back(
        {"", one.label, std::string(one.ending), std::string(one.help), true, [&explorer, &view, one] {
           const SaveQuestion asked = view.choose_export(explorer.views, one);
           begin_picking(explorer.session.picker, PickerMode::save_chart, asked.file, asked.ending);
         }});
  return item;
}

BarItem theme_item(Explorer& explorer) {
  BarItem item{"button.theme", "Theme", {}, true};
  for (std::size_t i = 0; i < count_of<ThemeName>; ++i) {
    const auto theme = static_cast<ThemeName>(i);
    const Choice& choice = choice_of(theme);
    item.actions.push_back({"", std::string(choice.label), {}, std::string(choice.help), true, [&explorer, theme] {
                              explorer.session.settings.theme = theme;
                            }});
    if (explorer.session.settings.theme == theme) item.present = i;
  }
  return item;
}

/// The steps that can be undone and redone, the newest first; those that were undone say so.
BarItem history_item(Explorer& explorer) {
  BarItem item{"button.history", "History", {}, true};
  Session& session = explorer.session;
  item.make_lines = [&session] {
    const std::vector<std::string> steps = history_words(session.history);
    const std::size_t present = session.history.position();
    std::vector<Option> lines;
    for (std::size_t i = steps.size(); i-- > 0;)
      lines.push_back({std::to_string(i) + "  " + steps[i], i > present ? "undone" : i == present ? "now" : "", {}});
    return lines;
  };
  item.take_line = [&session](std::size_t line) { go_to_step(session, session.history.size() - 1 - line); };
  item.present = session.history.size() - 1 - session.history.position();
  return item;
}

std::vector<BarItem> bar_items(Explorer& explorer) {
  std::vector<BarItem> items;
  const auto button = [&](std::string place, std::string words, bool enabled, std::function<void()> act) {
    items.push_back({place, words, {{place, words, {}, {}, enabled, std::move(act)}}});
  };
  button("button.undo", "Undo", can_undo(explorer), [&explorer] { undo(explorer); });
  button("button.redo", "Redo", can_redo(explorer), [&explorer] { redo(explorer); });
  if (explorer.alone == nullptr) {  // else nothing is opened and saved
    items.push_back(history_item(explorer));
    button("button.open", "Open", true, [&explorer] {
      begin_picking(explorer.session.picker, PickerMode::open, explorer.session.history.present().file);
    });
    button("button.save", "Save", true, [&explorer] { save(explorer.session); });
    button("button.new_tab", "New tab", true, [&explorer] { copy_document(explorer.session); });
  }
  items.push_back(picture_item(explorer));
  if (explorer.alone != nullptr) items.push_back(export_item(explorer));
  return items;
}

float item_width(const Theme& theme, const BarItem& item) {
  if (item.is_list) return title_combo_width(theme, item.words, TextRole::body) + theme.px(20);
  return text_width(theme, TextRole::body, item.words) + theme.px(22);
}

/// A list behind a word; what was chosen is done.
void bar_list(const Frame& frame, const BarItem& item, ImVec2 at) {
  const Theme& theme = frame.theme;
  std::vector<Option> options;
  for (const BarAction& action : item.actions) options.push_back({action.words, action.detail, action.help});
  ComboRow row{item.place, {}, item.words, options, item.present};
  row.make_options = item.make_lines;
  row.searchable = item.make_lines != nullptr;
  ImGui::SetCursorScreenPos({at.x + theme.px(6), at.y + theme.px(14) - text_height(theme, TextRole::body) / 2});
  float end = 0;
  const float width = title_combo_width(theme, item.words, TextRole::body) + 1;
  const auto chosen = title_combo(frame, row, width, end, TextRole::body);
  if (chosen && item.take_line)
    item.take_line(*chosen);
  else if (chosen && item.actions[*chosen].enabled)
    item.actions[*chosen].act();
}

/// The list that has what has no room.
BarItem more_item() {
  return {"bar.more", "More", {}, true};
}

/// From left to right as far as they have room; the others stand in a list behind the last one.
void draw_items(const Frame& frame, const std::vector<BarItem>& items, ImVec2 at, float right) {
  const Theme& theme = frame.theme;
  BarItem rest = more_item();
  float all = 0;
  for (const BarItem& item : items) all += item_width(theme, item);
  const float room = right - at.x - (all > right - at.x ? item_width(theme, rest) : 0);
  float used = 0;
  for (const BarItem& item : items) {
    used += item_width(theme, item);
    if (used > room) {  // what follows stays behind it: the order is the same at every width
      used = room + 1;
      for (const BarAction& action : item.actions) {
        BarAction line = action;
        if (item.is_list) line.words = item.words + ": " + line.words;
        if (line.enabled) rest.actions.push_back(std::move(line));
      }
      continue;
    }
    if (item.is_list) {
      bar_list(frame, item, at);
    } else {
      ImGui::SetCursorScreenPos(at);
      if (text_button(frame, item.place, item.words, item.actions.front().enabled)) item.actions.front().act();
    }
    at.x += item_width(theme, item);
  }
  if (!rest.actions.empty()) bar_list(frame, rest, at);
}

constexpr std::string_view first_tab = "Explorer";

/// Closer to each other in a small window.
float tab_width(const Theme& theme, float bar_width, std::string_view words) {
  const bool close = bar_width < theme.px(1100);
  return text_width(theme, TextRole::strong, words) + theme.px(close ? 14 : 24);
}

/// One tab, underlined where it is shown; `left` becomes where it ends. True when clicked.
bool tab_button(const Frame& frame, const Rect& bar, float& left, bool shown, const char* name, const char* text) {
  const Theme& theme = frame.theme;
  const float width = tab_width(theme, bar.width(), text);
  const Rect box{{left, bar.min.y}, {left + width, bar.max.y}};
  const HitArea under = hit_button(frame, name, box);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const TextRole role = shown ? TextRole::strong : TextRole::body;
  draw_text_centered(draw, theme, role, {box.center().x, text_top(theme, role, box)},
                     shown || under.hovered ? theme.text : theme.dim, text);
  if (shown)
    draw.AddRectFilled({box.min.x + theme.px(8), box.max.y - theme.px(3)}, {box.max.x - theme.px(8), box.max.y},
                       theme.accent);
  left = box.max.x;
  return under.pressed;
}

/// Of all tabs together.
float tabs_width(const Theme& theme, float bar_width) {
  float width = tab_width(theme, bar_width, first_tab);
  for (const ViewEntry& view : view_entries())
    if (!view.info.tab.empty()) width += tab_width(theme, bar_width, view.info.tab);
  return width;
}

/// The scenarios, and each view that has a tab; returns where they end.
float tabs(Explorer& explorer, const Frame& frame, const Rect& bar, float left) {
  const ViewEntry* shown = find_view(shown_view(explorer));
  const auto has_tab = [](const ViewEntry* view) { return view != nullptr && !view->info.tab.empty(); };
  if (tab_button(frame, bar, left, !has_tab(shown), "tab.explorer", first_tab.data())) {
    explorer.alone = nullptr;
    if (has_tab(find_view(explorer.grown))) explorer.grown.clear();
  }
  for (auto view = view_entries().rbegin(); view != view_entries().rend(); ++view) {  // the lab stands last
    const std::string place = "tab." + std::string(view->info.name), words(view->info.tab);
    if (!has_tab(&*view) || !tab_button(frame, bar, left, shown == &*view, place.c_str(), words.c_str())) continue;
    show_view(explorer, *view);
  }
  return left;
}

/// As wide as the scenario's name needs, between `least` and what a wide window gives it, within the room that there
/// is.
float box_width(const Explorer& explorer, const Theme& theme, float least, float room) {
  constexpr float most = 330, around = 50, name_least = 90;
  const Document& document = explorer.session.history.present();
  const float mark = document.edited() ? text_width(theme, TextRole::secondary, "edited") : 0;
  const float wanted = text_width(theme, TextRole::strong, document.said.scenario.name) + mark + theme.px(around);
  return std::max(std::min(std::clamp(wanted, least, theme.px(most)), room), theme.px(name_least));
}

/// Where no scenario is shown.
void empty_box(const Frame& frame, const Rect& box, std::string_view words) {
  const Theme& theme = frame.theme;
  ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, theme.raised, theme.px(6));
  draw_fitted(*ImGui::GetWindowDrawList(), theme, TextRole::strong,
              {box.min.x + theme.px(11), text_top(theme, TextRole::strong, box)}, theme.text,
              box.width() - theme.px(22), words);
}

constexpr float find_least = 118, find_most = 300;  // how wide the field is
constexpr float themes_apart_above = 420;           // of the room; with less the themes stand in the list

/// Looks like a field to type in, and opens the palette, which is one.
void find_box(Explorer& explorer, const Frame& frame, const Rect& box) {
  const Theme& theme = frame.theme;
  const HitArea under = hit_button(frame, "button.find", box);
  if (under.pressed) explorer.palette.asked = true;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(box.min, box.max, under.hovered ? blend(theme.raised, theme.text, 0.08F) : theme.raised,
                     theme.px(6));
  constexpr std::string_view keys = "Ctrl K";
  const float beside = text_width(theme, TextRole::secondary, keys);
  const std::string hints[] = {"Find a control, preset or action", "Find anything", "Find"};
  draw_text(draw, theme, TextRole::body, {box.min.x + theme.px(11), text_top(theme, TextRole::body, box)}, theme.dim,
            first_fitting(theme, TextRole::body, hints, box.width() - beside - theme.px(32)));
  draw_text_right(draw, theme, TextRole::secondary,
                  {box.max.x - theme.px(10), text_top(theme, TextRole::secondary, box)}, theme.dim, keys);
}

BarItem button_item(std::string place, std::string words, std::function<void()> act) {
  return {place, words, {{place, words, {}, {}, true, std::move(act)}}};
}

BarItem present_item(Explorer& explorer) {
  return button_item("button.present", "Present", [&explorer] { begin_presenting(explorer); });
}

/// All in a row, the last ones in the list behind it.
void narrow_items(Explorer& explorer, const Frame& frame, std::vector<BarItem> items, ImVec2 at, float right) {
  items.push_back(button_item("button.find", "Find", [&explorer] { explorer.palette.asked = true; }));
  items.push_back(present_item(explorer));
  items.push_back(theme_item(explorer));
  draw_items(frame, items, at, right);
}

/// The field to find things and what stands at the right end keep their places; the others have the room before them.
void wide_items(Explorer& explorer, const Frame& frame, std::vector<BarItem> items, const Rect& area) {
  const Theme& theme = frame.theme;
  const BarItem themes = theme_item(explorer), present = present_item(explorer);
  const bool themes_apart = area.width() > theme.px(themes_apart_above);
  if (!themes_apart) items.push_back(themes);
  const float theme_left = area.max.x - (themes_apart ? item_width(theme, themes) : 0);
  const float present_left = theme_left - item_width(theme, present);
  const float find_right = present_left - theme.px(8);
  float all = theme.px(16);
  for (const BarItem& item : items) all += item_width(theme, item);
  const float width = std::clamp(find_right - area.min.x - all, theme.px(find_least), theme.px(find_most));
  draw_items(frame, items, area.min, find_right - width - theme.px(8));
  find_box(explorer, frame, {{find_right - width, area.min.y}, {find_right, area.max.y}});
  draw_items(frame, {present}, {present_left, area.min.y}, theme_left);
  if (themes_apart) bar_list(frame, themes, {theme_left, area.min.y});
}

}  // namespace

void top_bar(Explorer& explorer, const Frame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({area.min.x, area.max.y - 1}, {area.max.x, area.max.y - 1}, theme.line);
  const bool narrow = area.width() < theme.px(1260), tight = area.width() < theme.px(980);
  if (!tight)
    draw_text(draw, theme, TextRole::title, {area.min.x + theme.px(16), text_top(theme, TextRole::title, area)},
              theme.text, "Shardscope");
  const float left = area.min.x + theme.px(tight ? 12 : 124), before_tabs = theme.px(10);
  const float before_items = theme.px(tight ? 6 : 18), margin = theme.px(8);
  const float others =
      before_tabs + tabs_width(theme, area.width()) + before_items + item_width(theme, more_item()) + margin;
  const float width_of_box = box_width(explorer, theme,
                                       theme.px(tight    ? 190
                                                : narrow ? 220
                                                         : 260),
                                       area.max.x - left - others);
  const Rect box{{left, area.center().y - theme.px(14)}, {left + width_of_box, area.center().y + theme.px(14)}};
  if (explorer.alone != nullptr)
    empty_box(frame, box, explorer.alone->info.in_place_of_scenario);
  else
    scenario_box(explorer, frame, box);
  const float last = tabs(explorer, frame, area, box.max.x + before_tabs);

  std::vector<BarItem> items = bar_items(explorer);
  const ImVec2 first{last + before_items, box.min.y};
  if (narrow)
    narrow_items(explorer, frame, std::move(items), first, area.max.x - margin);
  else
    wide_items(explorer, frame, std::move(items), {first, {area.max.x - margin, box.max.y}});
}

}  // namespace shardscope
