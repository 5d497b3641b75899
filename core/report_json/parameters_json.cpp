#include "core/report_json/parameters_json.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json components_json(const std::vector<std::int64_t>& by_component) {
  Json object = Json::object();
  for (std::size_t i = 0; i < by_component.size(); ++i)
    object[std::string(name_of(static_cast<Component>(i)))] = by_component[i];
  return object;
}

Json parts_json(const std::vector<ParameterPart>& parts) {
  Json list = Json::array();
  for (const ParameterPart& part : parts)
    list.push_back({{"component", name_of(part.group.traits().component)},
                    {"name", name_of(part.group.name)},
                    {"shape", text_of(part.group.shape)},
                    {"each", part.group.count},
                    {"times", part.times},
                    {"total", part.total},
                    {"active", part.active},
                    {"bias", part.group.traits().bias}});
  return list;
}

}  // namespace

Json parameters_json(const ParameterCounts& counts) {
  Json ranks = Json::array();
  for (const std::vector<std::int64_t>& rank : counts.per_stage_by_component) ranks.push_back(components_json(rank));
  return {{"total", counts.total},
          {"active", counts.active},
          {"embedding", counts.embedding},
          {"lm_head", counts.lm_head},
          {"biases", counts.biases},
          {"padding", counts.padding},
          {"mtp", counts.mtp},
          {"active_mtp", counts.active_mtp},
          {"by_component", components_json(counts.by_component)},
          {"active_by_component", components_json(counts.active_by_component)},
          {"parts", parts_json(counts.parts)},
          {"mtp_parts", parts_json(counts.mtp_parts)},
          {"per_layer", counts.per_layer},
          {"active_per_layer", counts.active_per_layer},
          {"per_stage", counts.per_stage},
          {"active_per_stage", counts.active_per_stage},
          {"per_stage_by_component", ranks}};
}

}  // namespace shardscope
