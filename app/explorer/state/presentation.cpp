#include "app/explorer/state/presentation.h"

#include <imgui.h>

#include <utility>

#include "app/explorer/state/explorer.h"
#include "app/session/document/change_words.h"

namespace shardscope {

namespace {

const LaunchedScenario& present_plan(const Explorer& explorer) {
  return explorer.session.history.present().said;
}

void set_keyboard(bool through_controls) {
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  flags = through_controls ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

std::vector<Slide> slides_to_show(const Explorer& explorer) {
  if (!explorer.presentation.prepared.empty()) return explorer.presentation.prepared;
  if (const Lesson* lesson = open_lesson(explorer.of<LessonsState>()))
    if (std::vector<Slide> slides = lesson_slides(*lesson, *explorer.session.presets); !slides.empty()) return slides;
  return view_slides(present_plan(explorer), explorer.alone == nullptr ? explorer.grown : shown_view(explorer));
}

/// As a step of the history, where it is another plan.
void show_plan(Explorer& explorer, const LaunchedScenario& said) {
  Session& session = explorer.session;
  if (present_plan(explorer) == said) return;
  if (said.scenario.preset == present_plan(explorer).scenario.preset &&
      said.scenario.model == present_plan(explorer).scenario.model && said.launch == present_plan(explorer).launch)
    edit_as_step(session, said.scenario, {});
  else
    open_preset(session, said, said);
}

}  // namespace

void add_slide(Explorer& explorer) {
  std::vector<Slide>& slides = explorer.presentation.prepared;
  const LaunchedScenario& said = present_plan(explorer);
  std::string title = said.scenario.name;
  if (!slides.empty() && slides.back().said.scenario.name == said.scenario.name)
    if (std::string words = change_words(slides.back().said.scenario, said.scenario, {}); !words.empty())
      title = std::move(words);
  slides.push_back({said, shown_view(explorer), std::move(title), {}, false});
  explorer.session.notice = {"Step " + std::to_string(slides.size()) + " of the presentation. F5 presents.", false};
}

void forget_slides(Explorer& explorer) {
  explorer.presentation.prepared.clear();
  explorer.session.notice = {"The presentation has no steps of its own any more.", false};
}

void begin_presenting(Explorer& explorer) {
  if (explorer.presentation.running) return;
  RunningPresentation running;
  running.slides = slides_to_show(explorer);
  running.own = !explorer.presentation.prepared.empty();
  running.before = explorer.session.history.present();
  running.grown = explorer.grown, running.alone = explorer.alone;
  running.keyboard = (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
  set_keyboard(false);
  explorer.presentation.running = std::move(running);
  go_to_slide(explorer, 0);
}

void end_presenting(Explorer& explorer) {
  std::optional<RunningPresentation> ended = std::exchange(explorer.presentation.running, std::nullopt);
  if (!ended) return;
  set_keyboard(ended->keyboard);
  put_document(explorer.session, std::move(ended->before));
  explorer.grown = ended->grown, explorer.alone = ended->alone;
}

void go_to_slide(Explorer& explorer, std::size_t slide) {
  std::optional<RunningPresentation>& running = explorer.presentation.running;
  if (!running || slide >= running->slides.size()) return;
  running->at = slide;
  running->whole = running->typing = false;
  const Slide& shown = running->slides[slide];
  show_plan(explorer, shown.said);
  follow_session(explorer);  // which would turn away from a view without a scenario
  show_view(explorer, shown.view == whole_window ? main_view : shown.view);
}

void set_note(Explorer& explorer, const std::string& note) {
  std::optional<RunningPresentation>& running = explorer.presentation.running;
  if (!running || !running->own) return;
  running->slides[running->at].note = note;
  if (running->at < explorer.presentation.prepared.size()) explorer.presentation.prepared[running->at].note = note;
}

}  // namespace shardscope
