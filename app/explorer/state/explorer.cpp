#include "app/explorer/state/explorer.h"

#include <utility>

#include "app/files/paths.h"

namespace shardscope {

Explorer make_explorer(const Presets& presets, LaunchedScenario said, std::string file, Settings settings) {
  Explorer explorer{make_session(presets, std::move(said), std::move(file), std::move(settings))};
  const LessonLibrary& library = explorer.of<LessonsState>().library =
      load_lessons(data_directory() / "presets", own_presets_directory(), picture_names(), &presets);
  if (!library.problems.empty()) explorer.session.notice = {line_of(library.problems.front(), ""), true};
  return explorer;
}

void follow_session(Explorer& explorer) {
  take_beside_due(explorer);
  Session& session = explorer.session;
  if (std::exchange(session.turned, false)) {
    explorer.visit.reset();  // its steps are another history's, or lead to another document
    for (const ViewEntry& entry : view_entries())
      if (entry.show_all != nullptr) entry.show_all(explorer.views);
    explorer.selection = {};
  }
  const Attention attention = std::exchange(session.attention, Attention::none);
  if (attention != Attention::none) explorer.alone = nullptr;
  for (const ViewEntry& entry : view_entries())
    if (attention != Attention::none && entry.info.attention == attention) explorer.grown = entry.info.name;
  Selection& selection = explorer.selection;
  const auto ranks = static_cast<std::int32_t>(shown_report(session).scenario.plan.pp);
  if (selection.stage && *selection.stage >= ranks) selection.stage.reset();
  const std::optional<Timeline>& timeline = shown_report(session).timeline;
  if (selection.micro_batch && (!timeline || *selection.micro_batch >= timeline->micro_batches))
    selection.micro_batch.reset();
  if (selection.gpu && *selection.gpu >= session.history.present().said.scenario.cluster.gpus) selection.gpu.reset();
}

void undo(Explorer& explorer) {
  explorer.alone != nullptr ? explorer.alone->undo(explorer.views) : undo(explorer.session);
}

void redo(Explorer& explorer) {
  explorer.alone != nullptr ? explorer.alone->redo(explorer.views) : redo(explorer.session);
}

bool can_undo(const Explorer& explorer) {
  return explorer.alone != nullptr ? explorer.alone->can_undo(explorer.views) : explorer.session.history.can_undo();
}

bool can_redo(const Explorer& explorer) {
  return explorer.alone != nullptr ? explorer.alone->can_redo(explorer.views) : explorer.session.history.can_redo();
}

void show_view(Explorer& explorer, const ViewEntry& view) {
  explorer.alone = view.info.needs_scenario() ? nullptr : &view;
  if (explorer.alone == nullptr) explorer.grown = view.info.name;
}

void show_view(Explorer& explorer, std::string_view name) {
  explorer.alone = nullptr;
  explorer.grown.clear();
  const ViewEntry* view = find_view(name);
  if (view != nullptr) show_view(explorer, *view);
  if (view != nullptr && view->show_page != nullptr) view->show_page(explorer.views, name);
}

std::string shown_view(const Explorer& explorer) {
  const ViewEntry* view = explorer.alone != nullptr ? explorer.alone : find_view(explorer.grown);
  if (view == nullptr) return std::string(whole_window);
  return std::string(view->shown_page != nullptr ? view->shown_page(explorer.views) : view->info.name);
}

bool moves_by_itself(const Explorer& explorer) {
  const ViewEntry* view = explorer.alone;
  if (view == nullptr) view = find_view(explorer.grown.empty() ? main_view : explorer.grown);
  return explorer.picture_due || (explorer.alone == nullptr && explorer.worth.working) ||
         (view->is_working != nullptr && view->is_working(explorer.views));
}

}  // namespace shardscope
