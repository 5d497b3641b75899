#include "app/search/inverse_section.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/output/plans/inverse_page.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/frame_budget.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t answers_shown = 5;

InverseAsked inverse_asked(const SearchState& state, const ViewFrame& frame) {
  return {inverse_request(*state.inverse.question, state.request, frame.presets.gpus), state.question->rules};
}

void begin_inverse_work(SearchState& state, const ViewFrame& frame) {
  InverseState& inverse = state.inverse;
  inverse.asked_of = state.question.made(), inverse.progress = {};
  InverseAsked asked = inverse_asked(state, frame);
  inverse.progress.known.question = asked.request.question;
  if (state.threads == 0) return void(inverse.slices = begin_inverse(asked.request));
  if (!inverse.worker) inverse.worker = std::make_shared<InverseWorker>(state.threads);
  inverse.worker->ask(std::move(asked));
}

/// Where the build has no threads.
void inverse_between_frames(InverseState& inverse) {
  const WorkClock::time_point end = end_of_work();
  do {
    continue_inverse(*inverse.slices, 1);
  } while (!inverse.slices->known.done && WorkClock::now() < end);
  inverse.progress.known = inverse.slices->known;
  ++inverse.progress.version;
  if (inverse.progress.known.done) inverse.slices.reset();
}

void question_row(SearchState& state, const Frame& frame, InverseQuestion question) {
  const Theme& theme = frame.theme;
  const InverseQuestionEntry& entry = entry_of(question);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect row{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + theme.px(24)}};
  const HitArea under = hit_button(frame, ("search.find." + std::string(entry.name)).c_str(), row);
  draw_row_ground(theme, row, under.hovered || under.focused);
  const bool on = state.inverse.question == question;
  draw_fitted(draw, theme, on ? TextRole::strong : TextRole::body,
              {row.min.x + theme.px(4), text_top(theme, TextRole::body, row)}, on ? theme.text : theme.accent,
              row.width() - theme.px(8), entry.label);
  if (under.pointed) show_tip_at(frame, row, {std::string(entry.label), "", {std::string(entry.help)}, ""});
  if (under.pressed) {
    state.inverse.question = on ? std::nullopt : std::optional(question);
    state.inverse.asked_of = 0;
    if (on && state.inverse.worker) state.inverse.worker->cancel();
    if (on) state.inverse.slices.reset();
  }
  ImGui::SetCursorScreenPos({row.min.x, row.max.y + theme.px(2)});
  ImGui::Dummy({1, 0});
}

/// Those that have a plan, the best first where they are kinds; of sizes the answer alone.
std::vector<const InverseTrial*> shown_answers(const InverseAnswer& known) {
  std::vector<const InverseTrial*> shown;
  if (known.question != InverseQuestion::cheapest_gpu) {
    if (known.answer() != nullptr) shown.push_back(known.answer());
    return shown;
  }
  for (const InverseTrial& trial : known.trials)
    if (trial.found) shown.push_back(&trial);
  std::stable_sort(shown.begin(), shown.end(), [&](const InverseTrial* a, const InverseTrial* b) {
    return figure_of(known.question, *a) < figure_of(known.question, *b);
  });
  if (shown.size() > answers_shown) shown.resize(answers_shown);
  return shown;
}

void answer_row(const ViewFrame& frame, const InverseAnswer& known, const InverseTrial& trial,
                const std::string& name) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect row{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + theme.px(42)}};
  const HitArea under = hit_button(frame, name.c_str(), row);
  draw_row_ground(theme, row, under.hovered || under.focused);
  const float x = row.min.x + theme.px(8), width = row.width() - theme.px(16);
  const std::string words = answer_words(known, trial), plan = plan_of_answer_words(trial);
  draw_fitted(draw, theme, TextRole::strong, {x, row.min.y + theme.px(4)}, known.done ? theme.good : theme.text, width,
              words);
  draw_fitted(draw, theme, TextRole::secondary, {x, row.min.y + theme.px(23)}, theme.dim, width, plan);
  if (under.pointed)
    show_tip_at(frame, row, {words, "", {plan}, "A click shows this plan in all views; Esc leads back"});
  if (under.pressed) frame.requests.visit = scenario_of(trial);
  ImGui::SetCursorScreenPos({row.min.x, row.max.y + theme.px(2)});
  ImGui::Dummy({1, 0});
}

std::string state_of_answer(const InverseAnswer& known) {
  const std::string looked = grouped(static_cast<std::int64_t>(known.looked_at)) + " plans looked at";
  if (!known.done) return "Searching: " + looked + (known.answer() != nullptr ? "; the answer so far." : ".");
  if (known.answer() == nullptr) return "Nothing has a plan that fits and keeps every need: " + looked + ".";
  return looked + "; nothing else does.";
}

}  // namespace

void refresh_inverse(SearchState& state, const ViewFrame& frame) {
  InverseState& inverse = state.inverse;
  if (!inverse.question) return;
  if (inverse.asked_of != state.question.made()) begin_inverse_work(state, frame);
  if (inverse.slices) inverse_between_frames(inverse);
  if (inverse.worker)
    if (auto newer = inverse.worker->progress(inverse.progress.version))
      if (newer->known.looked_at > 0 || newer->known.done) inverse.progress = std::move(*newer);
}

void inverse_section(SearchState& state, const ViewFrame& frame) {
  section(frame, "Ask the other way round", {});
  for (std::size_t i = 0; i < count_of<InverseQuestion>; ++i)
    question_row(state, frame, static_cast<InverseQuestion>(i));
  if (!state.inverse.question) return;
  const InverseAnswer& known = state.inverse.progress.known;
  const std::vector<const InverseTrial*> answers = shown_answers(known);
  for (std::size_t i = 0; i < answers.size(); ++i)
    answer_row(frame, known, *answers[i], "search.answer." + std::to_string(i));
  words(frame, known.done && answers.empty() ? frame.theme.warn : frame.theme.dim, state_of_answer(known));
}

}  // namespace shardscope
