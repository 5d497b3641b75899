#include "core/report_json/report_network_json.h"

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

using namespace shardscope;
using Json = nlohmann::ordered_json;

TEST_CASE("levels are named, and a rate that isn't known is null") {
  CHECK(levels_json({LevelKind::node, LevelKind::sites}) == Json::array({"node", "sites"}));
  CHECK(rate_json(BytesPerSecond{}).is_null());
  CHECK(rate_json(BytesPerSecond{5e9}) == 5e9);
  CHECK(rate_json(BytesPerSecond{std::numeric_limits<double>::infinity()}).is_null());
}

TEST_CASE("a level's load has all its figures") {
  const Json json = network_json({{LevelKind::pod, 4096, BytesPerSecond{1e9}, Bytes{2e9}, Seconds{2}, 0.25, {}}});
  CHECK(json[0] == Json{{"level", "pod"},
                        {"gpus", 4096},
                        {"bytes_per_second_per_gpu", 1e9},
                        {"bytes_per_gpu_per_step", 2e9},
                        {"busy_seconds", 2.0},
                        {"load", 0.25}});
}

TEST_CASE("one site and one kind of GPU are null") {
  CHECK(sites_json(std::nullopt).is_null());
  CHECK(pools_json(std::nullopt).is_null());
}

TEST_CASE("sites and pools are written with what they cost") {
  const Json sites = sites_json(SitesReport{2, Seconds{3}, Seconds{4}, 0.8});
  CHECK(sites["number"] == 2);
  CHECK(sites["exchange_seconds"] == 3.0);
  CHECK(sites["step_seconds_on_one_site"] == 4.0);
  CHECK(sites["efficiency"] == 0.8);
  PoolsReport pools;
  pools.by_stages = true;
  pools.step = Seconds{7};
  pools.lost_to_slower_kinds = 0.3;
  pools.shares = {{"a100-80", 64, 8, 16, 4, 20, Seconds{6}, Bytes{30e9}, Bytes{80e9}}};
  pools.stage_layers = {5, 5, 5, 5};
  pools.pool_of_stage = {0, 0, 0, 0};
  const Json json = pools_json(pools);
  CHECK(json["split"] == "stages");
  CHECK(json["step_seconds"] == 7.0);
  CHECK(json["loss_to_uniform"] == 0.3);
  CHECK(json["shares"][0]["layers"] == 20);
  CHECK(json["shares"][0]["gpu"] == "a100-80");
  CHECK(json["shares"][0]["memory_bytes"] == 30e9);
  CHECK(json["shares"][0]["capacity_bytes"] == 80e9);
  CHECK(json["stage_layers"] == Json::array({5, 5, 5, 5}));
  CHECK(json["slowest_pool"] == 0);
}
