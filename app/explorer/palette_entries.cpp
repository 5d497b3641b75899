// What the command palette lists (command_palette.h).
#include <imgui.h>

#include <algorithm>

#include "app/explorer/command_palette.h"
#include "app/explorer/fuzzy_match.h"
#include "app/explorer/shortcuts.h"
#include "app/explorer/view_export.h"
#include "app/explorer/window_parts.h"
#include "app/lessons/lesson_turns.h"
#include "app/session/document/history_words.h"
#include "core/derivation/derived_figures.h"
#include "core/fields/fields.h"

namespace shardscope {

namespace {

void add_actions(std::vector<PaletteEntry>& entries, Explorer& explorer, const ViewFrame& frame) {
  Session& session = explorer.session;
  for (const Shortcut& shortcut : shortcuts())
    if (!shortcut.name.empty() && counts(shortcut, explorer))
      entries.push_back({std::string(shortcut.name), std::string(shortcut.keys), std::string(shortcut.searched),
                         [&explorer, &frame, &shortcut] { shortcut.act(explorer, frame); }});
  for (std::size_t i = 0; i < count_of<ThemeName>; ++i) {
    const auto theme = static_cast<ThemeName>(i);
    if (theme == session.settings.theme) continue;
    entries.push_back({std::string(label_of(theme)) + " theme", "action", "colours",
                       [&session, theme] { session.settings.theme = theme; }});
  }
  bool& animation = session.settings.animation;
  entries.push_back({animation ? "Animation off" : "Animation on", "action",
                     "motion still move blink play accessibility", [&animation] { animation = !animation; }});
  entries.push_back({explorer.more_settings ? "Fewer fields in the panel" : "More fields in the panel", "",
                     "rarer settings", [&explorer] { explorer.more_settings = !explorer.more_settings; }});
  if (!explorer.presentation.prepared.empty())
    entries.push_back(
        {"Remove the presentation's steps", "action", "slides present", [&explorer] { forget_slides(explorer); }});
  for (const ViewPicture& picture : view_pictures)
    entries.push_back({"Picture: " + std::string(picture.label), "action", "draw export " + std::string(picture.ending),
                       [&explorer, &picture] { ask_where_to_draw(explorer, picture); }});
}

void add_views(std::vector<PaletteEntry>& entries, Explorer& explorer) {
  entries.push_back({"All views", "view", "window explorer", [&explorer] { show_view(explorer, whole_window); }});
  for (const ViewEntry& view : view_entries()) {
    const auto show = [&explorer](std::string_view name) { return [&explorer, name] { show_view(explorer, name); }; };
    entries.push_back({std::string(view.info.title), "view",
                       std::string(view.info.name) + " " + std::string(view.info.tab), show(view.info.name)});
    for (const std::string_view page : view.info.pages)
      if (page != view.info.name)
        entries.push_back({std::string(view.info.title) + ": " + std::string(page), "view", "", show(page)});
  }
}

void add_opened(std::vector<PaletteEntry>& entries, Explorer& explorer, const ViewFrame& frame) {
  for (const LaunchedScenario& preset : frame.presets.scenarios)
    entries.push_back({preset.scenario.name, "scenario", preset.scenario.preset, [&explorer, &preset] {
                         explorer.alone = nullptr;
                         open_preset(explorer.session, preset);
                       }});
  for (const Lesson& lesson : explorer.of<LessonsState>().library.lessons)
    entries.push_back({lesson.title, "lesson", lesson.about, [&explorer, &frame, &lesson] {
                         explorer.alone = nullptr;
                         begin_lesson(explorer.of<LessonsState>(), frame, lesson);
                       }});
}

/// The newest steps that can be undone to.
void add_history(std::vector<PaletteEntry>& entries, Explorer& explorer) {
  constexpr std::size_t listed = 20;
  Session& session = explorer.session;
  const std::vector<std::string> steps = history_words(session.history);
  for (std::size_t i = steps.size(); i-- > 0 && i + listed >= steps.size();)
    if (i != session.history.position())
      entries.push_back({"History: " + steps[i], i > session.history.position() ? "redo" : "undo", "back step",
                         [&session, i] { go_to_step(session, i); }});
}

void add_fields(std::vector<PaletteEntry>& entries, std::span<const Field> all) {
  for (const Field& field : all) {
    if (field.no_control.empty() && !field.path.empty())
      entries.push_back({std::string(field.label), "field", std::string(field.path), {}, std::string(field.path)});
    add_fields(entries, field.parts);
  }
}

/// How every figure of the present plan comes about, and what every term means.
void add_explained(std::vector<PaletteEntry>& entries, Explorer& explorer, const ViewFrame& frame) {
  const auto open = [&explorer](const std::string& name) {
    return [&explorer, name] {
      explorer.alone = nullptr;
      explorer.derivations = {{name}};
    };
  };
  entries.push_back({"Glossary: all terms", "action", "words meaning definition", {}, {}, "term "});
  entries.push_back({"All figures and how they come about", "action", "derivation formula explain", {}, {}, "figure "});
  for (const DerivedFigure& figure : derived_figures(frame.shown))
    entries.push_back({figure.label, "figure", figure.name, open(figure.name)});
  for (const GlossaryEntry& term : frame.presets.glossary) {
    std::string also;
    for (const std::string& form : term.also) also += form + " ";
    entries.push_back({term.term, "term", also, open(term.term), {}, {}, term.sentence});
  }
}

}  // namespace

std::vector<PaletteEntry> palette_entries(Explorer& explorer, const ViewFrame& frame) {
  std::vector<PaletteEntry> entries;
  add_views(entries, explorer);
  add_actions(entries, explorer, frame);
  add_opened(entries, explorer, frame);
  add_fields(entries, fields());
  add_explained(entries, explorer, frame);
  add_history(entries, explorer);
  return entries;
}

std::vector<const PaletteEntry*> found_entries(const std::vector<PaletteEntry>& entries, std::string_view typed) {
  constexpr int less_for_detail = 12, less_for_kind = 6;
  std::vector<std::pair<int, const PaletteEntry*>> found;
  for (const PaletteEntry& entry : entries) {
    const std::optional<int> name = fuzzy_match(typed, entry.name), detail = fuzzy_match(typed, entry.detail),
                             kind = fuzzy_match(typed, entry.kind + " " + entry.name);  // "lesson bubble"
    if (!name && !detail && !kind) continue;
    constexpr int no_match = -1000;
    found.emplace_back(std::max({name.value_or(no_match), detail.value_or(no_match) - less_for_detail,
                                 kind.value_or(no_match) - less_for_kind}),
                       &entry);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const PaletteEntry*> best;
  for (const auto& [score, entry] : found) best.push_back(entry);
  return best;
}

}  // namespace shardscope
