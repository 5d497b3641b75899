#include "app/session/give_from_outside.h"

#include <algorithm>
#include <utility>

namespace shardscope {

const SharedValue<LaunchSource>& shown_source(const TakenIn& taken, const Document& document) {
  return !taken.problems.empty() ? taken.source : document.source;
}

namespace {

/// The GPU that a person picked for the script before.
void keep_gpu(Session& session, const Document& before) {
  const std::vector<Problem>& notices = session.taken.notices;
  const bool assumed =
      std::any_of(notices.begin(), notices.end(), [](const Problem& notice) { return notice.path == "cluster.gpu"; });
  if (!assumed || before.scenario.cluster.gpu == before.baseline.cluster.gpu) return;
  Scenario scenario = session.history.present().scenario;
  scenario.cluster.gpu = before.scenario.cluster.gpu;
  scenario.cluster.scale_up_domain = before.scenario.cluster.scale_up_domain;
  edit_as_step(session, std::move(scenario), "cluster.gpu");
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

void mend_script(Session& session, const std::string& text) {
  const SharedValue<LaunchSource> source = shown_source(session.taken, session.history.present());
  if (source && source->text != text) read_again(session, {source->name, text, source->outside});
}

std::string with_fields_words(std::string message) {
  constexpr std::string_view ways[] = {"; --env ", "; give the script's arguments behind --",
                                       "; the script's arguments behind --"};
  for (const std::string_view way : ways)
    if (const std::size_t at = message.find(way); at != std::string::npos) {
      message.replace(at, std::min(message.find("; ", at + 1), message.size()) - at, "; fill it in above the script");
    }
  return message;
}

void leave_refused(Session& session) {
  TakenIn taken;
  taken.source = session.history.present().source;
  session.taken = std::move(taken);
  session.notice = {};
}

}  // namespace shardscope
