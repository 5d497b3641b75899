#include "app/explorer/carry_out.h"

#include <algorithm>

#include "app/explorer/state/other_plans.h"
#include "app/files/paths.h"
#include "app/session/document/follow_words.h"
#include "app/session/documents.h"
#include "app/session/give_from_outside.h"
#include "app/session/log_session.h"
#include "core/base/rule_names.h"
#include "core/fields/whole_parts.h"
#include "core/launch/assumed_gpus.h"

namespace shardscope {

namespace {

/// A field's own value from the preset; a whole model or GPU where that was replaced.
Scenario with_baseline(Scenario scenario, const Scenario& baseline, const std::string& path) {
  if (path == whole_model) scenario.model = baseline.model;
  if (path == whole_gpu) scenario.cluster.gpu = baseline.cluster.gpu;
  if (const Field* field = find_field(path)) field->set(scenario, field->get(baseline));
  return scenario;
}

/// A view that is asked for by a page's name shows that page; by its own it goes on with the page that it has.
void grow_view(Explorer& explorer, const std::string& name) {
  const ViewEntry* view = find_view(name);
  view != nullptr && view->info.name == name ? show_view(explorer, *view) : show_view(explorer, name);
}

/// Of a plan that is open in another tab a copy in this one's place would leave two to edit.
void open_plan(Session& session, OpenedPlan plan) {
  if (show_if_open(session, plan.document)) {
    session.notice = {plan.name + " is open in this tab", false};
    return;
  }
  put_document(session, std::move(plan.document));
  session.notice = {plan.name + " is open now; Ctrl+Z takes it back", false};
}

}  // namespace

void take_edit(Session& session, const Scenario& edited, const std::string& path) {
  const History& history = session.history;
  const Field* field = find_field(path);
  const bool same_drag = history.step_is_open() && session.change.path == path && field != nullptr;
  const Document& began = same_drag ? history.previous() : history.present();
  const LaunchedScenario from = began.said;
  Scenario wanted = edited;
  if (same_drag) {
    wanted = from.scenario;
    field->set(wanted, field->get(edited));
  }
  if (path == "cluster.gpus") wanted = following_gpus(std::move(wanted), from, *session.presets);
  FollowedEdit followed = follow_edit(from.scenario, wanted, session.holds, began.by_hand);
  followed.scenario = following_degrees(std::move(followed.scenario), from, *session.presets);
  std::string words = follow_words(from.scenario, wanted, followed.scenario);
  // What was taken for granted there has been said now.
  TakenIn taken = session.taken;
  const auto said = std::erase_if(taken.notices, [&](const Problem& notice) {
    return notice.rule == rule_name::taken_for_granted && !path.empty() && notice.path == path;
  });
  if (said > 0 && taken.problems.empty()) set_origin(session, std::move(taken));
  edit_scenario(session, std::move(followed), path);
  session.change.followed = std::move(words);
}

void take_reset(Session& session, const std::string& path) {
  const Document& present = session.history.present();
  const LaunchedScenario before = present.said;
  const Scenario baseline = present.baseline.scenario;
  const Scenario wanted = with_baseline(before.scenario, baseline, path);
  FollowedEdit followed = follow_reset(before.scenario, wanted, baseline, session.holds, present.by_hand);
  followed.scenario = following_degrees(std::move(followed.scenario), before, *session.presets);
  std::string words = follow_words(before.scenario, wanted, followed.scenario);
  edit_scenario(session, std::move(followed), path);
  session.change.followed = std::move(words);
}

void carry_out_requests(Explorer& explorer, ViewRequests& asked) {
  Session& session = explorer.session;
  if (asked.launch) choose_launch(session, *asked.launch);
  if (asked.save) begin_picking(session.picker, PickerMode::save_chart, asked.save->file, asked.save->ending);
  if (asked.given) give_from_outside(session, asked.given->name, asked.given->value);
  if (asked.script) mend_script(session, asked.script->file, asked.script->text);
  if (asked.calibrate) calibrate_on_log(session, own_presets_directory().string());
  if (asked.close_log) close_log(session);
  if (asked.leave_moment) (void)escape(explorer.of<TimelineState>());
  if (asked.leave_refused) leave_refused(session);
  if (asked.open) open_preset(session, asked.open->preset, asked.open->changed);
  if (asked.plan) open_plan(session, std::move(*asked.plan));
  if (asked.visit) begin_visit(explorer, *asked.visit);
  if (asked.grow) grow_view(explorer, *asked.grow);
  if (asked.edit && asked.edit->follows)
    take_edit(session, asked.edit->scenario, asked.edit->path);
  else if (asked.edit && asked.edit->is_step)
    edit_as_step(session, std::move(asked.edit->scenario), asked.edit->path);
  else if (asked.edit)
    edit_scenario(session, std::move(asked.edit->scenario), asked.edit->path);
  if (!asked.derivation.empty())
    explorer.derivations = {OpenedDerivation{.name = asked.derivation, .over = explorer.alone}};
  asked = {};
  follow_session(explorer);
}

}  // namespace shardscope
