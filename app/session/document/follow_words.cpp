#include "app/session/document/follow_words.h"

#include <tuple>

#include "core/scenario/plan_counts.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

void append_change(std::string& words, const char* what, std::int64_t from, std::int64_t to) {
  if (from == to) return;
  if (!words.empty()) words += ", ";
  words += std::string(what) + " " + grouped(from) + " → " + grouped(to);
}

/// Whether a layout of the plan's own went because its stages or the model's layers are others now.
bool lost_layout(const Scenario& before, const Scenario& after) {
  const auto has = [](const Plan& plan) { return plan.stage_layers || plan.pipeline_layout; };
  const auto shape = [](const Scenario& s) {
    return std::tuple(s.plan.pp, s.plan.virtual_stages, s.plan.schedule, s.model.num_hidden_layers);
  };
  return has(before.plan) && !has(after.plan) && shape(before) != shape(after);
}

}  // namespace

std::string follow_words(const Scenario& before, const Scenario& edited, const Scenario& followed) {
  const bool dp_edited = edited.plan.dp != before.plan.dp;
  std::string words;
  append_change(words, "GPUs", edited.cluster.gpus, followed.cluster.gpus);
  append_change(words, "data parallel", replicas_as_said(dp_edited ? edited : before), replicas_as_said(followed));
  append_change(words, "global batch", edited.plan.global_batch, followed.plan.global_batch);
  append_change(words, "expert tensor", with_defaults(before).plan.etp.value_or(1),
                with_defaults(followed).plan.etp.value_or(1));
  if (edited.plan.zero && followed.plan.zero) append_change(words, "ZeRO", *edited.plan.zero, *followed.plan.zero);
  append_change(words, "virtual stages", edited.plan.virtual_stages, followed.plan.virtual_stages);
  if (lost_layout(before, followed)) words += (words.empty() ? "" : ", ") + std::string("layers even over the stages");
  return words;
}

}  // namespace shardscope
