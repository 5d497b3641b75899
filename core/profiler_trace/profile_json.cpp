#include "core/profiler_trace/profile_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/report_json/number.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json whole_or_null(const std::optional<std::int64_t>& count) {
  return count ? Json(*count) : Json(nullptr);
}

Json kinds_json(const TraceBeside& trace) {
  const StepProfile& profile = *trace.traced.profile;
  Json kinds = Json::array();
  for (std::size_t i = 0; i < kernel_kind_count; ++i) {
    const auto kind = static_cast<KernelKind>(i);
    kinds.push_back({{"kind", json_name(kind)},
                     {"seconds", number(profile.seconds[i])},
                     {"running_seconds", number(profile.running[i])},
                     {"predicted_seconds", number(trace.predicted_of(kind))}});
  }
  return kinds;
}

Json collectives_json(const StepProfile& profile) {
  Json rows = Json::array();
  for (const CollectiveRow& row : profile.collectives)
    rows.push_back({{"collective", text_or_null(row.collective)},
                    {"group", text_or_null(row.group)},
                    {"group_size", row.group_size > 0 ? Json(row.group_size) : Json(nullptr)},
                    {"calls", number(row.calls)},
                    {"running_seconds", number(row.running)},
                    {"exposed_seconds", number(row.exposed)}});
  return rows;
}

Json kernels_json(const StepProfile& profile) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < std::min(listed_kernels, profile.kernels.size()); ++i) {
    const KernelRow& row = profile.kernels[i];
    rows.push_back({{"name", row.name},
                    {"kind", json_name(row.kind)},
                    {"calls", number(row.calls)},
                    {"running_seconds", number(row.running)}});
  }
  return rows;
}

Json predicted_json(const std::optional<PredictedProfile>& predicted) {
  if (!predicted) return nullptr;
  return {{"step_seconds", number(predicted->step)},
          {"pipeline_rank", predicted->pipeline_rank},
          {"pipeline_rank_of_trace", predicted->of_the_trace}};
}

}  // namespace

Json profile_json(const std::string& file, const TraceBeside& trace) {
  const TraceFacts& facts = trace.traced.facts;
  Json json = {{"file", file},
               {"framework", nullptr},
               {"trace", true},
               {"gpu", text_or_null(facts.gpu)},
               {"rank", whole_or_null(facts.rank)},
               {"gpus", whole_or_null(facts.world_size)},
               {"events", facts.events},
               {"unread_kernels", facts.unread},
               {"cut", facts.cut},
               {"predicted", predicted_json(trace.predicted)}};
  if (!trace.traced.profile) return json;
  const StepProfile& profile = *trace.traced.profile;
  json.update(Json{{"iterations", profile.steps},
                   {"steps_by", name_of(profile.steps_by)},
                   {"step_seconds", number(profile.step)},
                   {"kinds", kinds_json(trace)},
                   {"hidden_communication_seconds", number(profile.hidden_communication())},
                   {"collectives", collectives_json(profile)},
                   {"kernels", kernels_json(profile)}});
  return json;
}

}  // namespace shardscope
