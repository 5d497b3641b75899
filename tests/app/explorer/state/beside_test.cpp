#include "app/explorer/state/beside.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "app/explorer/state/other_plans.h"
#include "app/session/document/history_words.h"
#include "app/session/documents.h"
#include "core/fields/fields.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

void undo_once(Explorer& explorer) {
  undo(explorer.session);
  follow_session(explorer);
}
void redo_once(Explorer& explorer) {
  redo(explorer.session);
  follow_session(explorer);
}

std::string last_step(const Explorer& explorer) {
  return history_words(explorer.session.history).back();
}

/// All that undo is to bring back.
struct Desk {
  LaunchedScenario said;
  KeptViews beside;

  bool operator==(const Desk&) const = default;
};
Desk desk_of(Explorer& explorer) {
  return {explorer.session.history.present().said, kept_beside(explorer)};
}

void add_editable(std::span<const Field> all, std::vector<const Field*>& editable) {
  for (const Field& field : all) {
    const bool number = field.kind == FieldKind::count || field.kind == FieldKind::real;
    const bool picked = field.kind == FieldKind::toggle || field.kind == FieldKind::choice;
    if (field.no_control.empty() && !field.path.empty() && (number || picked)) editable.push_back(&field);
    add_editable(field.parts, editable);
  }
}

/// Gives any field of all that the window has a control for another value; returns its path.
std::string edit_any_field(Scenario& scenario, std::mt19937& random) {
  static const std::vector<const Field*> editable = [] {
    std::vector<const Field*> all;
    add_editable(fields(), all);
    return all;
  }();
  const auto any = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  const Field& field = *editable[any(editable.size())];
  const FieldValue present = field.get(scenario);
  const double times = std::array{0.5, 0.75, 1.5, 2.0}[any(4)];
  FieldValue value;
  if (field.kind == FieldKind::toggle)
    value = !(std::holds_alternative<bool>(present) && std::get<bool>(present));
  else if (field.kind == FieldKind::choice)
    value = static_cast<std::int64_t>(any(field.choices.size()));
  else if (const auto* count = std::get_if<std::int64_t>(&present))
    value = std::clamp(static_cast<std::int64_t>(std::lround(static_cast<double>(*count) * times)) + 1,
                       static_cast<std::int64_t>(field.min), static_cast<std::int64_t>(std::min(field.max, 1e15)));
  else if (const auto* real = std::get_if<double>(&present))
    value = std::clamp(*real * times + (*real == 0 ? field.min : 0), field.min, field.max);
  else if (field.kind == FieldKind::real)
    value = field.min + (std::min(field.max, field.min + 1) - field.min) * 0.5;
  else
    value = static_cast<std::int64_t>(field.min) + 1;
  field.set(scenario, value);
  return std::string(field.path);
}

/// An edit of any kind that undo takes back: of any field, of what Search and Sweep are asked, of pins and slides.
void edit_any(Explorer& explorer, std::mt19937& random) {
  const auto any = [&](std::int64_t most) { return std::uniform_int_distribution<std::int64_t>(1, most)(random); };
  Session& session = explorer.session;
  const std::int64_t of = any(10);
  SearchSettings& search = explorer.of<SearchState>().settings;
  SweepState& sweep = explorer.of<SweepState>();
  std::vector<PinnedPlan>& pins = explorer.of<CompareState>().pins;
  Scenario scenario = session.history.present().said.scenario;
  if (of <= 3) {
    const std::string path = edit_any_field(scenario, random);
    return edit_as_step(session, std::move(scenario), path);
  }
  if (of == 4) search.goal = static_cast<SearchGoal>(any(count_of<SearchGoal>) - 1);
  if (of == 5) search.days = static_cast<double>(any(400)), search.budget = static_cast<double>(any(9)) * 1e6;
  if (of == 6) search.within[0] = ValueRange{any(4), 4 + any(8)}, search.low_end = !search.low_end;
  if (of == 7) sweep.settings.along = axis_of(static_cast<SweepQuestion>(any(count_of<SweepQuestion>) - 1));
  if (of == 8) sweep.arranged.lower = static_cast<SweepFigure>(2 + any(6));
  if (of <= 8) return;
  if (of == 9 && !pins.empty() && any(3) == 1) return void(pins.pop_back());
  if (of == 9) return pin_present(explorer);
  if (explorer.presentation.prepared.size() > 8) return forget_slides(explorer);
  add_slide(explorer);
}

}  // namespace

TEST_CASE("pins, slides and what is asked of Search and Sweep are steps of the history, each with its name") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  follow_beside(explorer);
  pin_present(explorer);
  follow_beside(explorer);
  CHECK(last_step(explorer) == "pin GPT-4 on 25k A100s");
  add_slide(explorer);
  follow_beside(explorer);
  CHECK(last_step(explorer) == "slide: GPT-4 on 25k A100s");
  explorer.of<SearchState>().settings.goal = SearchGoal::cost;
  follow_beside(explorer);
  CHECK(last_step(explorer) == "search: objective cost");
  explorer.of<SearchState>().settings.days = 45;
  follow_beside(explorer);
  CHECK(last_step(explorer) == "search: days at most 45");
  explorer.of<SweepState>().settings.along = SweptAxis{"plan.sequence_length"};
  follow_beside(explorer);
  CHECK(last_step(explorer) == "sweep: along Sequence");
  explorer.presentation.prepared.front().note = "Begin here.";
  follow_beside(explorer);
  CHECK(last_step(explorer) == "note of slide 1");
  forget_slides(explorer);
  follow_beside(explorer);
  CHECK(last_step(explorer) == "no slides");
}

TEST_CASE("undo and the list of steps lead back to what was pinned, put aside and asked, and redo forth again") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  follow_beside(explorer);
  const Desk begun = desk_of(explorer);
  pin_present(explorer), follow_beside(explorer);
  add_slide(explorer), follow_beside(explorer);
  explorer.of<SearchState>().settings.days = 45, follow_beside(explorer);
  forget_slides(explorer), follow_beside(explorer);
  const Desk ended = desk_of(explorer);
  undo_once(explorer);
  CHECK(explorer.presentation.prepared.size() == 1);
  CHECK(explorer.session.notice.text == "Undone: no slides");
  go_to_step(explorer.session, 1);
  follow_session(explorer);
  CHECK_FALSE(explorer.of<SearchState>().settings.days.has_value());
  CHECK(explorer.presentation.prepared.empty());
  CHECK(explorer.of<CompareState>().pins.size() == 1);
  while (explorer.session.history.can_undo()) undo_once(explorer);
  CHECK(desk_of(explorer) == begun);
  follow_beside(explorer);  // which is no step of its own
  while (explorer.session.history.can_redo()) redo_once(explorer);
  CHECK(desk_of(explorer) == ended);
}

TEST_CASE("an edit of the scenario behind a pin is undone alone, and so is a drag that comes back") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  follow_beside(explorer);
  pin_present(explorer);
  follow_beside(explorer);
  const std::size_t steps = explorer.session.history.size();
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 1; });
  end_step(explorer.session);
  CHECK(explorer.session.history.size() == steps);
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  end_step(explorer.session);
  undo_once(explorer);
  CHECK(explorer.of<CompareState>().pins.size() == 1);
  undo_once(explorer);
  CHECK(explorer.of<CompareState>().pins.empty());
}

TEST_CASE("another scenario keeps pins and slides, and undoing its opening does too") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  follow_beside(explorer);
  pin_present(explorer);
  follow_beside(explorer);
  open_preset(explorer.session, *shipped_presets().launched("llama3-70b-4096-h100"));
  follow_session(explorer);
  follow_beside(explorer);
  CHECK(last_step(explorer).starts_with("Opened"));
  undo_once(explorer);
  CHECK(explorer.of<CompareState>().pins.size() == 1);
  const PinnedPlan pin = explorer.of<CompareState>().pins.front();
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  put_document(explorer.session, pin.document);  // a document from before the pin has not undone it
  undo_once(explorer);
  CHECK(explorer.of<CompareState>().pins.size() == 1);
}

TEST_CASE("what was pinned in another tab stays while this one's edits are undone") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  follow_beside(explorer);
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  end_step(explorer.session);
  follow_beside(explorer);
  const LaunchedScenario& llama = *shipped_presets().launched("llama3-70b-4096-h100");
  open_document(explorer.session, {llama, llama, {}});
  follow_session(explorer);
  follow_beside(explorer);
  pin_present(explorer);
  follow_beside(explorer);
  show_document(explorer.session, 0);
  follow_session(explorer);
  undo_once(explorer);
  CHECK(explorer.session.history.present().said.scenario.plan.micro_batch == 1);
  CHECK(explorer.of<CompareState>().pins.size() == 1);
}

TEST_CASE(
    "exactly a thousand random edits of any kind can be undone to where they began and redone to where they "
    "ended") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  Session& session = explorer.session;
  follow_beside(explorer);
  const Desk begun = desk_of(explorer);
  std::mt19937 random(24);
  while (session.history.position() < 1000) {
    edit_any(explorer, random);
    follow_session(explorer);
    follow_beside(explorer);
  }
  const Desk ended = desk_of(explorer);
  CHECK(history_words(session.history).size() == 1001);
  for (int i = 0; i < 1000; ++i) undo_once(explorer);
  for (const auto& [name, text] : begun.beside) CHECK(kept_beside(explorer)[name] == text);
  CHECK(session.history.present().said == begun.said);
  CHECK_FALSE(session.history.can_undo());
  for (int i = 0; i < 1000; ++i) redo_once(explorer);
  CHECK(desk_of(explorer) == ended);
  CHECK_FALSE(session.history.can_redo());
}
