#include "app/session/session.h"

#include <chrono>
#include <utility>

#include "app/files/files.h"
#include "app/files/launch_files.h"
#include "app/files/log_source.h"
#include "app/session/document/change_words.h"
#include "app/session/document/follow_words.h"
#include "app/session/document/history_words.h"
#include "app/session/documents.h"
#include "app/session/give_from_outside.h"
#include "app/session/log_session.h"
#include "core/base/limits.h"
#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "core/launch/inexpressible.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

/// Says what the picked framework refuses or warns of among the report's problems, under the fields concerned, instead
/// of what was said there before. Of another's plan it has nothing to say outside of Launch.
void say_rules(Session& session) {
  std::vector<Problem>& problems = session.report.problems;
  std::erase_if(problems, [](const Problem& problem) { return problem.origin == Origin::framework; });
  if (session.presets->frameworks.empty() || !session.report.valid) return;
  const LaunchFramework* framework = find_framework(session.presets->frameworks, session.launch.rules);
  if (framework == nullptr || !is_plan_of(*framework, session.history.present().said)) return;
  for (Problem& problem : rule_problems(checked_rules(session)))
    if (problem.severity == Severity::warning) problems.push_back(std::move(problem));
}

/// Another framework's plan has that one's rules; what is nobody's keeps those that were picked.
void follow_software(Session& session, const LaunchedScenario& before) {
  const LaunchedScenario& now = session.history.present().said;
  if (now.scenario.software.framework == before.scenario.software.framework &&
      now.scenario.cluster.gpu.family == before.scenario.cluster.gpu.family &&
      now.launch.framework == before.launch.framework)
    return;
  const std::vector<LaunchFramework>& frameworks = session.presets->frameworks;
  const LaunchFramework* picked = find_framework(frameworks, session.launch.rules);
  if (picked == nullptr) picked = find_framework(frameworks, usual_framework);
  const LaunchFramework* own = framework_of_plan(now, frameworks, picked);
  if (own == picked && session.launch.rules == own->preset) return;
  session.launch.rules = session.launch.form = own != nullptr ? own->preset : std::string();
}

/// Evaluates the present scenario where it isn't the one that was evaluated last. What was possible stays to be seen
/// while an edit of the `same_plan` makes it impossible.
void refresh(Session& session, bool same_plan = true) {
  const LaunchedScenario& present = session.history.present().said;
  if (present == session.evaluated) return;
  const auto begin = std::chrono::steady_clock::now();
  Report report = evaluate(present.scenario);
  session.evaluate_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  follow_software(session, session.evaluated);
  session.evaluated = present;
  session.refusal = {};
  if (report.valid)
    session.possible.reset();
  else if (session.report.valid && same_plan)
    session.possible = std::move(session.report);
  else if (!same_plan)
    session.possible.reset();
  session.report = std::move(report);
  say_rules(session);
}

/// What there is to compare an edit with.
std::optional<Figures> figures_before(const Session& session) {
  return session.report.valid ? std::optional(figures_of(session.report)) : std::nullopt;
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

/// The present document is another one than before.
void turn(Session& session) {
  session.taken = origin_of(session.history.present());
  session.turned = true;
  refresh(session, false);
}

/// The present document replaced by another one as a step of its own.
void replace_document(Session& session, Document document, std::string words) {
  session.history.seal();
  session.notice = {};
  session.refusal = {};
  session.change = {figures_before(session), std::move(words), {}, {}, false};
  document.beside = session.history.present().beside;
  session.history.edit(std::move(document));
  session.history.seal();
  turn(session);
}

/// What stands beside the scenarios goes back and forth with the history, a step after the other.
void move_beside(Session& session, std::size_t from) {
  const History& history = session.history;
  const auto take = [&](std::size_t step, bool back) {
    const SharedValue<BesideStep>& beside = history.at(step).beside;
    if (!beside || beside == history.at(step - 1).beside) return;
    session.beside_due[beside->name] = back ? beside->before : beside->after;
    session.notice = {(back ? "Undone: " : "Done again: ") + beside->words, false};
  };
  const std::size_t to = history.position();
  for (std::size_t step = from; step > to; --step) take(step, true);
  for (std::size_t step = from; step < to; ++step) take(step + 1, false);
}

/// Follows the history to another entry: an edit of the same document, or another one that was opened.
template <class Move>
void move_in_history(Session& session, Move move) {
  session.notice = {};
  session.refusal = {};
  session.change = {figures_before(session), {}, {}, {}};
  session.history.seal();
  const Document left = session.history.present();
  const std::size_t from = session.history.position();
  move(session.history);
  move_beside(session, from);
  const Document& now = session.history.present();
  describe(session.change, left.said.scenario, now.said.scenario);
  session.change.compares = are_of_one(left, now);
  if (!session.change.compares) return turn(session);
  if (now.taken != left.taken) session.taken = origin_of(now);
  refresh(session);
}

}  // namespace

Session make_session(const Presets& presets, LaunchedScenario said, std::string file, Settings settings) {
  Document document{said, std::move(said), std::move(file)};
  Session session{&presets, {}, 0, History(std::move(document)), std::move(settings)};
  refresh(session);
  session.change.before = figures_before(session);
  return session;
}

void edit_scenario(Session& session, Scenario scenario, std::string_view path) {
  edit_scenario(session, FollowedEdit{std::move(scenario), session.history.present().by_hand}, path);
}

void edit_scenario(Session& session, FollowedEdit edit, std::string_view path) {
  if (!session.history.step_is_open() || session.change.path != path)
    session.change = {figures_before(session), {}, {}, std::string(path)};
  session.notice = {};
  Document document = session.history.present();
  document.said = {std::move(edit.scenario), std::move(document.said.launch)};  // the script stays
  document.by_hand = std::move(edit.by_hand);
  session.history.edit(std::move(document));
  describe(session.change, session.history.previous().said.scenario, session.history.present().said.scenario);
  refresh(session);
}

void end_step(Session& session) {
  session.history.seal();
}

void record_beside(Session& session, BesideStep step) {
  end_step(session);
  Document document = session.history.present();
  document.beside = SharedValue(std::move(step));
  session.history.edit(std::move(document));
  end_step(session);
}

void edit_as_step(Session& session, Scenario scenario, std::string_view path) {
  end_step(session);
  edit_scenario(session, std::move(scenario), path);
  end_step(session);
}

void undo(Session& session) {
  if (session.history.can_undo()) move_in_history(session, [](History& history) { history.undo(); });
}

void redo(Session& session) {
  if (session.history.can_redo()) move_in_history(session, [](History& history) { history.redo(); });
}

void go_to_step(Session& session, std::size_t position) {
  if (position >= session.history.size() || position == session.history.position()) return;
  move_in_history(session, [position](History& history) { history.go_to(position); });
}

void open_preset(Session& session, const LaunchedScenario& preset) {
  open_preset(session, preset, preset);
}

void open_preset(Session& session, const LaunchedScenario& preset, const LaunchedScenario& changed) {
  replace_document(session, {changed, preset, {}}, preset.scenario.name);
}

void put_document(Session& session, Document document) {
  document.beside = session.history.present().beside;  // which is the window's, whatever is open
  if (document == session.history.present()) return;
  end_step(session);
  move_in_history(session, [&](History& history) { history.edit(std::move(document)); });
  end_step(session);
}

bool open_file(Session& session, const std::string& file, const ShellOutside& outside) {
  if (is_log_file(file)) return open_log_file(session, file);
  const Outcome<std::string> text = read_text_file(file, limits::scenario_file_bytes_max);
  if (!succeeded(text)) {
    session.notice = {line_of(problems_of(text).front(), file), true};
    return false;
  }
  return open_text(session, value_of(text), file, file,
                   with_files_beside(value_of(text), file, *session.presets, outside));
}

namespace {

std::string notice_line(Problem notice, const std::string& name) {
  notice.message = window_words(notice), notice.remedy = {};
  return line_of(notice, name);
}

/// Leaves all as it was, and says why; the check lists it, with what `from` says was taken.
bool refuse(Session& session, TakenIn from, std::vector<Problem> problems, const std::string& name) {
  for (Problem& problem : problems) problem.message = window_words(problem), problem.remedy.words.clear();
  session.notice = {line_of(problems.front(), name), true, problem_lines(problems, {})};
  if (from.source) session.attention = Attention::check;  // which lists them, and has fields for what a script asks for
  if (problems.size() > 1)
    session.notice.text += from.source ? "; Launch lists all " + std::to_string(problems.size())
                                       : "; and " + std::to_string(problems.size() - 1) + " more problems";
  from.problems = std::move(problems);
  session.taken = std::move(from);
  return false;
}

}  // namespace

bool open_text(Session& session, const std::string& text, const std::string& name, const std::string& file,
               const ShellOutside& outside) {
  TakenIn refused;
  Outcome<TakenScenario> taken =
      take_in(text, name, session.history.present().said.scenario, *session.presets, refused, {}, outside);
  if (!succeeded(taken)) return refuse(session, std::move(refused), problems_of(taken), name);
  TakenScenario& read = std::get<0>(taken);
  const bool is_scenario = read.is_scenario_file;
  if (is_scenario) {  // a launch may be impossible: the check says what it breaks
    std::vector<Problem> problems = validate(with_defaults(read.said.scenario));
    std::erase_if(problems, [](const Problem& problem) { return problem.severity != Severity::error; });
    if (!problems.empty()) return refuse(session, std::move(read.from), std::move(problems), name);
  }
  const std::string title = read.said.scenario.name;
  replace_document(
      session, {read.said, read.said, is_scenario ? file : std::string(), read.from.source, {}, SharedValue(read.from)},
      title);
  if (!file.empty()) remember_file(session.settings, file);
  session.notice = notice_of_file(file.empty() ? "Read" : "Opened", name);
  if (is_scenario && !read.from.notices.empty()) session.notice = {notice_line(read.from.notices.front(), name), false};
  if (!is_scenario) show_taken(session, std::move(read.from));
  return true;
}

void turn_to_present(Session& session) {
  session.notice = {};
  session.refusal = {};
  session.change = {{}, {}, {}, {}, false};
  turn(session);
  session.change.before = figures_before(session);
}

bool save_file(Session& session, const std::string& file) {
  const std::string why = write_text_file(file, write_scenario(session.history.present().said, *session.presets));
  if (!why.empty()) {
    session.notice = {why, true};
    return false;
  }
  mark_saved(session.history, file);
  remember_file(session.settings, file);
  session.notice = notice_of_file("Saved", file);
  return true;
}

const Report& shown_report(const Session& session) {
  return session.possible ? *session.possible : session.report;
}

std::optional<Figures> change_since(const Session& session) {
  if (session.change.words.empty() || !session.change.compares || !session.report.valid) return std::nullopt;
  return session.change.before;
}

const LaunchFramework& framework_named(const Presets& presets, const std::string& name) {
  const LaunchFramework* found = find_framework(presets.frameworks, name);
  return found != nullptr ? *found : presets.frameworks.front();
}

const RulesReport& checked_rules(Session& session) {
  const LaunchFramework* framework = find_framework(session.presets->frameworks, session.launch.rules);
  const LaunchedScenario& present = session.history.present().said;
  return session.rules.of(present, session.launch.rules, [&] {
    return framework == nullptr ? RulesReport{} : check_rules(present, *framework, *session.presets);
  });
}

void choose_launch(Session& session, LaunchChoice choice) {
  session.launch = std::move(choice);
  say_rules(session);
}

TakenIn origin_of(const Document& document) {
  if (document.taken) return *document.taken;
  TakenIn from;
  from.source = document.source;
  return from;
}

void set_origin(Session& session, TakenIn from) {
  session.taken = std::move(from);
  Document document = session.history.present();
  document.taken = SharedValue(session.taken);
  if (!document.source) document.source = session.taken.source;
  session.history.replace_present(std::move(document));
}

void take_origin(Session& session, TakenIn from) {
  set_origin(session, std::move(from));
  const std::string& framework = session.taken.framework;
  if (!framework.empty()) choose_launch(session, {framework, framework, session.launch.launcher});
}

void show_taken(Session& session, TakenIn from) {
  take_origin(session, std::move(from));
  const TakenIn& taken = session.taken;
  if (!taken.notices.empty()) session.notice = {notice_line(taken.notices.front(), taken.name), false};
  if (!taken.framework.empty() || !taken.notices.empty()) session.attention = Attention::check;
}

void request_close(Session& session) {
  const std::optional<std::size_t> edited = edited_document(session);
  session.pending = edited ? Pending::close : Pending::nothing;
  if (edited)
    show_document(session, *edited);
  else
    session.closing = true;
}

}  // namespace shardscope
