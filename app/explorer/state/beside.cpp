#include "app/explorer/state/beside.h"

#include <algorithm>
#include <utility>

#include "app/explorer/state/explorer.h"

namespace shardscope {

namespace {

constexpr const char* of_presentation = "presentation";

std::string presentation_text(Explorer& explorer) {
  Presentation& presentation = explorer.presentation;
  const Presets& presets = *explorer.session.presets;
  return presentation.kept.of(presentation.prepared, [&] { return write_slides(presentation.prepared, presets); });
}

std::string text_of(Explorer& explorer, const ViewEntry& view) {
  return view.kept_settings(explorer.views, *explorer.session.presets);
}

void take_text(Explorer& explorer, const std::string& name, const std::string& text) {
  const Presets& presets = *explorer.session.presets;
  if (name == of_presentation) {
    explorer.presentation.prepared = read_slides(text, presets);
  } else if (const ViewEntry* view = find_view(name); view != nullptr && view->take_kept_settings != nullptr) {
    view->take_kept_settings(explorer.views, text, presets);
  }
}

std::string words_of_beside(const std::string& name, const std::string& before, const std::string& after,
                            const Explorer& explorer) {
  if (name != of_presentation) return find_view(name)->words_of_step(explorer.views, before, after);
  const Presets& presets = *explorer.session.presets;
  return words_of_slides(read_slides(before, presets), read_slides(after, presets));
}

/// Only what is undone with the scenarios: the lab has a history of its own.
KeptViews undone_beside(Explorer& explorer) {
  KeptViews texts = {{of_presentation, presentation_text(explorer)}};
  for (const ViewEntry& view : view_entries())
    if (view.words_of_step != nullptr) texts[std::string(view.info.name)] = text_of(explorer, view);
  return texts;
}

}  // namespace

KeptViews kept_beside(Explorer& explorer) {
  KeptViews texts = {{of_presentation, presentation_text(explorer)}};
  for (const ViewEntry& view : view_entries())
    if (view.kept_settings != nullptr) texts[std::string(view.info.name)] = text_of(explorer, view);
  return texts;
}

void take_beside(Explorer& explorer, const KeptViews& texts) {
  for (const auto& [name, text] : texts) take_text(explorer, name, text);
}

void add_beside(Explorer& explorer, const KeptViews& texts) {
  const Presets& presets = *explorer.session.presets;
  std::vector<Slide>& slides = explorer.presentation.prepared;
  for (const auto& [name, text] : texts) {
    if (name == of_presentation)
      for (Slide& slide : read_slides(text, presets))
        if (std::find(slides.begin(), slides.end(), slide) == slides.end()) slides.push_back(std::move(slide));
    if (const ViewEntry* view = find_view(name); view != nullptr && view->add_kept_settings != nullptr)
      view->add_kept_settings(explorer.views, text, presets);
  }
}

KeptViews put_aside(Explorer& explorer) {
  KeptViews texts;
  if (!explorer.presentation.prepared.empty()) texts[of_presentation] = presentation_text(explorer);
  Views untouched;
  for (const ViewEntry& view : view_entries()) {
    if (view.add_kept_settings == nullptr) continue;
    std::string text = text_of(explorer, view);
    if (text != view.kept_settings(untouched, *explorer.session.presets))
      texts[std::string(view.info.name)] = std::move(text);
  }
  return texts;
}

void follow_beside(Explorer& explorer) {
  BesideLook& seen = explorer.beside;
  const auto said = [&]() -> const LaunchedScenario& { return explorer.session.history.present().said; };
  std::string view = shown_view(explorer);
  const bool by_person = !seen.texts.empty() && seen.said == said() && seen.view == view;
  KeptViews now = undone_beside(explorer);
  if (by_person)
    for (const auto& [name, text] : now)
      if (const std::string& before = seen.texts[name]; before != text)
        record_beside(explorer.session, {name, before, text, words_of_beside(name, before, text, explorer)});
  seen.texts = std::move(now), seen.view = std::move(view);
  if (seen.said != said()) seen.said = said();
}

void take_beside_due(Explorer& explorer) {
  const KeptViews due = std::exchange(explorer.session.beside_due, {});
  if (due.empty()) return;
  take_beside(explorer, due);
  explorer.beside.texts = undone_beside(explorer);
}

}  // namespace shardscope
