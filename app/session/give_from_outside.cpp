#include "app/session/give_from_outside.h"

#include <utility>

#include "core/fields/whole_parts.h"
#include "core/launch/import_notices.h"

namespace shardscope {

const SharedValue<LaunchSource>& shown_source(const TakenIn& taken, const Document& document) {
  return !taken.problems.empty() ? taken.source : document.source;
}

namespace {

/// The GPU that a person picked for the script before.
void keep_gpu(Session& session, const Document& before) {
  const bool assumed = takes_gpu_for_granted(session.taken.notices);
  if (!assumed || before.said.scenario.cluster.gpu == before.baseline.scenario.cluster.gpu) return;
  Scenario scenario = session.history.present().said.scenario;
  scenario.cluster.gpu = before.said.scenario.cluster.gpu;
  scenario.cluster.scale_up_domain = before.said.scenario.cluster.scale_up_domain;
  edit_as_step(session, std::move(scenario), whole_gpu);
}

/// What is shown becomes this script, where it can be read.
void read_again(Session& session, const LaunchSource& source) {
  const Document before = session.history.present();
  const bool of_document = session.taken.problems.empty();
  if (!open_text(session, source.text, source.name, {}, source.outside))
    session.attention = Attention::check;
  else if (of_document)
    keep_gpu(session, before);
}

}  // namespace

void give_from_outside(Session& session, const std::string& name, const std::string& value) {
  const SharedValue<LaunchSource> source = shown_source(session.taken, session.history.present());
  if (!source || given_from_outside(source->outside, name) == value) return;
  read_again(session, {source->name, source->text, with_given(source->outside, name, value)});
}

void mend_script(Session& session, const std::string& file, const std::string& text) {
  const SharedValue<LaunchSource> source = shown_source(session.taken, session.history.present());
  if (!source) return;
  const std::string* now = text_of(*source, file);
  if (now == nullptr || *now != text) read_again(session, with_text(*source, file, text));
}

std::string window_words(const std::string& message, const Remedy& remedy, Severity severity) {
  switch (remedy.kind) {
    case RemedyKind::setting:  // of a notice a panel's control says it
      if (severity == Severity::hint)
        return remedy.flag.empty() ? message : message + "; " + remedy.flag + " says another";
      break;
    case RemedyKind::outside:
      return remedy.words.empty() ? message : message + "; fill it in above the script";
    case RemedyKind::command:
    case RemedyKind::none:
      break;
  }
  return remedy.words.empty() ? message : message + "; " + remedy.words;
}

std::string window_words(const Problem& problem) {
  return window_words(problem.message, problem.remedy, problem.severity);
}

void leave_refused(Session& session) {
  session.taken = origin_of(session.history.present());
  session.notice = {};
}

}  // namespace shardscope
