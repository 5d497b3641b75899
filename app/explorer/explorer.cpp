#include "app/explorer/explorer.h"

#include <chrono>
#include <utility>

#include "app/cluster/cluster_work.h"
#include "app/files/files.h"
#include "app/launch/launch_detail.h"
#include "app/launch/take_in.h"
#include "app/session/change_words.h"
#include "app/session/documents.h"
#include "app/session/follow_words.h"
#include "app/session/settings.h"
#include "core/base/limits.h"
#include "core/fields/fields.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

/// Evaluates the present scenario where it isn't the one that was evaluated last. What was possible stays to be seen
/// while an edit of the `same_plan` makes it impossible.
void refresh(Explorer& explorer, bool same_plan = true) {
  const Scenario& present = explorer.history.present().scenario;
  if (present == explorer.evaluated) return;
  const auto begin = std::chrono::steady_clock::now();
  Report report = evaluate(present);
  explorer.evaluate_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  explorer.evaluated = present;
  ++explorer.evaluations;
  explorer.refusal = {};
  if (report.valid)
    explorer.possible.reset();
  else if (explorer.report.valid && same_plan)
    explorer.possible = std::move(explorer.report);
  else if (!same_plan)
    explorer.possible.reset();
  explorer.report = std::move(report);
  say_rules(explorer);
  if (!explorer.possible)
    explorer.timeline_index = explorer.report.timeline
                                  ? build_timeline_index(*explorer.report.timeline, explorer.report.time->tails)
                                  : TimelineIndex{};
  const auto ranks = static_cast<std::int32_t>(shown_report(explorer).scenario.plan.pp);
  if (explorer.selection.stage && *explorer.selection.stage >= ranks) explorer.selection.stage.reset();
  if (explorer.selection.gpu && *explorer.selection.gpu >= present.cluster.gpus) explorer.selection.gpu.reset();
  explorer.gantt = clamped(explorer.gantt, gantt_extent(explorer.timeline_index));
}

/// What there is to compare an edit with.
std::optional<Figures> figures_before(const Explorer& explorer) {
  return explorer.report.valid ? std::optional(figures_of(explorer.report)) : std::nullopt;
}

/// Says what the step changed and, where that was one field, what followed it.
void describe(Change& change, const Scenario& before, const Scenario& after) {
  const Field* cause = find_field(change.path);
  if (cause == nullptr) cause = cause_of(before, after);
  change.words = change_words(before, after, cause != nullptr ? std::string(cause->path) : change.path);
  change.followed.clear();
  if (cause == nullptr) return;
  change.path = std::string(cause->path);
  Scenario caused = before;
  cause->set(caused, cause->get(after));
  change.followed = follow_words(before, caused, after);
}

/// The present scenario is another one: views go back to showing all of it.
void show_all(Explorer& explorer) {
  explorer.taken = {};
  explorer.gantt = {};
  explorer.timeline.play = stopped(explorer.timeline.play);
  explorer.racks = {};
  explorer.cluster.failures.clear();
  explorer.cluster.matrix = {};
  explorer.selection = {};
  refresh(explorer, false);
}

/// The present document replaced by another one as a step of its own; views go back to showing all.
void replace_document(Explorer& explorer, Document document, std::string words) {
  explorer.history.seal();
  explorer.notice = {};
  explorer.change = {figures_before(explorer), std::move(words), {}, {}, false};
  explorer.history.edit(std::move(document));
  explorer.history.seal();
  show_all(explorer);
}

void step_back_or_forth(Explorer& explorer, void (History::*move)()) {
  explorer.notice = {};
  explorer.change = {figures_before(explorer), {}, {}, {}};
  const Scenario left = explorer.history.present().scenario;
  (explorer.history.*move)();
  describe(explorer.change, left, explorer.history.present().scenario);
  refresh(explorer);
}

}  // namespace

Explorer make_explorer(const Presets& presets, Scenario scenario, std::string file, Settings settings) {
  Document document{scenario, std::move(scenario), std::move(file)};
  Explorer explorer{&presets, History(std::move(document)), std::move(settings)};
  refresh(explorer);
  explorer.change.before = figures_before(explorer);
  return explorer;
}

void edit_scenario(Explorer& explorer, Scenario scenario, std::string_view path) {
  if (!explorer.history.step_is_open() || explorer.change.path != path)
    explorer.change = {figures_before(explorer), {}, {}, std::string(path)};
  explorer.notice = {};
  Document document = explorer.history.present();
  document.scenario = std::move(scenario);
  explorer.history.edit(std::move(document));
  describe(explorer.change, explorer.history.previous().scenario, explorer.history.present().scenario);
  refresh(explorer);
}

void end_step(Explorer& explorer) {
  explorer.history.seal();
}

void edit_as_step(Explorer& explorer, Scenario scenario, std::string_view path) {
  end_step(explorer);
  edit_scenario(explorer, std::move(scenario), path);
  end_step(explorer);
}

void undo(Explorer& explorer) {
  if (explorer.tab == Tab::lab) return explorer.lab->history.undo();
  if (explorer.history.can_undo()) step_back_or_forth(explorer, &History::undo);
}

void redo(Explorer& explorer) {
  if (explorer.tab == Tab::lab) return explorer.lab->history.redo();
  if (explorer.history.can_redo()) step_back_or_forth(explorer, &History::redo);
}

void open_preset(Explorer& explorer, const Scenario& preset) {
  open_preset(explorer, preset, preset);
}

void open_preset(Explorer& explorer, const Scenario& preset, const Scenario& changed) {
  replace_document(explorer, {changed, preset, {}}, preset.name);
}

bool open_file(Explorer& explorer, const std::string& file) {
  const Outcome<std::string> text = read_text_file(file, limits::scenario_file_bytes_max);
  if (!succeeded(text)) {
    explorer.notice = {line_of(problems_of(text).front(), file), true};
    return false;
  }
  return open_text(explorer, value_of(text), file, file);
}

namespace {

/// Leaves all as it was, and says why; the Launch view lists it, with what `from` says was taken.
bool refuse(Explorer& explorer, TakenIn from, std::vector<Problem> problems, const std::string& name) {
  explorer.notice = {line_of(problems.front(), name), true, lines_of(problems, {})};
  if (problems.size() > 1) explorer.notice.text += "; and " + std::to_string(problems.size() - 1) + " more problems";
  from.problems = std::move(problems);
  explorer.taken = std::move(from);
  return false;
}

}  // namespace

bool open_text(Explorer& explorer, const std::string& text, const std::string& name, const std::string& file) {
  TakenIn refused;
  Outcome<TakenScenario> taken = take_in(text, name, explorer.history.present().scenario, *explorer.presets, refused);
  if (!succeeded(taken)) return refuse(explorer, std::move(refused), problems_of(taken), name);
  TakenScenario& read = std::get<0>(taken);
  const bool is_scenario = read.is_scenario_file;
  if (is_scenario) {  // a launch may be impossible: the check says what it breaks
    std::vector<Problem> problems = validate(with_defaults(read.scenario));
    std::erase_if(problems, [](const Problem& problem) { return problem.severity != Severity::error; });
    if (!problems.empty()) return refuse(explorer, std::move(read.from), std::move(problems), name);
  }
  const std::string title = read.scenario.name;
  replace_document(explorer, {read.scenario, read.scenario, is_scenario ? file : std::string()}, title);
  if (!file.empty()) remember_file(explorer.settings, file);
  explorer.notice = {(file.empty() ? "Read " : "Opened ") + name, false};
  if (is_scenario && !read.from.notices.empty()) explorer.notice = {line_of(read.from.notices.front(), name), false};
  if (is_scenario)
    explorer.taken = std::move(read.from);
  else
    show_taken(explorer, std::move(read.from));
  return true;
}

void turn_to_present(Explorer& explorer) {
  explorer.notice = {};
  explorer.change = {{}, {}, {}, {}, false};
  show_all(explorer);
  explorer.change.before = figures_before(explorer);
}

bool save_file(Explorer& explorer, const std::string& file) {
  const std::string why = write_text_file(file, write_scenario(explorer.history.present().scenario, *explorer.presets));
  if (!why.empty()) {
    explorer.notice = {why, true};
    return false;
  }
  mark_saved(explorer.history, file);
  remember_file(explorer.settings, file);
  explorer.notice = {"Saved " + file, false};
  return true;
}

void pick_stage(Selection& selection, std::optional<std::int32_t> stage) {
  selection.stage = selection.stage == stage ? std::nullopt : stage;
  selection.gpu.reset();
}

bool can_undo(const Explorer& explorer) {
  return explorer.tab == Tab::lab ? explorer.lab->history.can_undo() : explorer.history.can_undo();
}

bool can_redo(const Explorer& explorer) {
  return explorer.tab == Tab::lab ? explorer.lab->history.can_redo() : explorer.history.can_redo();
}

void open_tab(Explorer& explorer, Tab tab) {
  if (tab == Tab::lab && !explorer.lab) explorer.lab = make_lab();
  explorer.tab = tab;
}

bool moves_by_itself(const Explorer& explorer) {
  if (explorer.tab == Tab::lab) return lab_moves(*explorer.lab);
  const bool shown = explorer.grown == ViewKind::all || explorer.grown == ViewKind::timeline;
  if (explorer.grown == ViewKind::cluster && cluster_is_working(explorer)) return true;
  const StepDetail& step = explorer.step_detail;
  const bool step_works =
      explorer.grown == ViewKind::step && ((step.evaluation == explorer.evaluations && step.pending()) ||
                                           (explorer.measured.shown && explorer.measured.pending()));
  return explorer.picture_due || step_works || (shown && explorer.timeline.play.running);
}

const Report& shown_report(const Explorer& explorer) {
  return explorer.possible ? *explorer.possible : explorer.report;
}

std::optional<Figures> change_since(const Explorer& explorer) {
  if (explorer.change.words.empty() || !explorer.change.compares || !explorer.report.valid) return std::nullopt;
  return explorer.change.before;
}

void request_close(Explorer& explorer) {
  const std::optional<std::size_t> edited = edited_document(explorer);
  explorer.pending = edited ? Pending::close : Pending::nothing;
  if (edited)
    show_document(explorer, *edited);
  else
    explorer.closing = true;
}

}  // namespace shardscope
