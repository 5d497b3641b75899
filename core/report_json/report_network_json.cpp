#include "core/report_json/report_network_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/report_json/number.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json rate_json(BytesPerSecond rate) {
  return rate.value > 0 ? number(rate.value) : Json();
}

Json levels_json(const std::vector<LevelKind>& levels) {
  Json names = Json::array();
  for (const LevelKind level : levels) names.push_back(name_of(level));
  return names;
}

Json network_json(const std::vector<LevelLoad>& network) {
  Json levels = Json::array();
  for (const LevelLoad& load : network)
    levels.push_back({{"level", name_of(load.level)},
                      {"gpus", load.gpus},
                      {"bytes_per_second_per_gpu", rate_json(load.capacity)},
                      {"bytes_per_gpu_per_step", number(load.bytes.value)},
                      {"busy_seconds", number(load.busy.value)},
                      {"load", number(load.load)}});
  return levels;
}

Json sites_json(const std::optional<SitesReport>& sites) {
  if (!sites) return Json();
  return {{"number", sites->sites},
          {"exchange_seconds", number(sites->exchange.value)},
          {"step_seconds_on_one_site", number(sites->step_on_one.value)},
          {"efficiency", number(sites->efficiency)}};
}

Json pools_json(const std::optional<PoolsReport>& pools) {
  if (!pools) return Json();
  Json shares = Json::array();
  for (const PoolShare& share : pools->shares)
    shares.push_back({{"gpu", share.gpu},
                      {"gpus", share.gpus},
                      {"replicas", share.replicas},
                      {"micro_batches", share.micro_batches},
                      {"stages", share.stages},
                      {"layers", share.layers},
                      {"seconds", number(share.time.value)},
                      {"memory_bytes", share.memory.value > 0 ? number(share.memory.value) : Json()},
                      {"capacity_bytes", share.capacity.value > 0 ? number(share.capacity.value) : Json()}});
  return {{"split", pools->by_stages ? "stages" : "replicas"},
          {"shares", shares},
          {"step_seconds", number(pools->step.value)},
          {"tokens_per_second", number(pools->tokens_per_second)},
          {"loss_to_waiting", number(pools->lost_to_waiting)},
          {"loss_to_uniform", number(pools->lost_to_slower_kinds)},
          {"slowest_pool", pools->slowest},
          {"stage_layers", pools->stage_layers},
          {"pool_of_stage", pools->pool_of_stage}};
}

}  // namespace shardscope
