// How many nodes or GPUs a launch has whose script leaves that to others.
#pragma once

#include <functional>
#include <optional>

#include "core/launch_text/launch_text.h"
#include "core/scenario/catalogue.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

/// Where nothing names the number of GPUs: as many as WORLD_SIZE has, which the script sets and a replica's ranks
/// divide, or as DeepSpeed's sizes of a batch make (deepspeed/runtime/config.py, _batch_assertion(): train_batch_size =
/// micro-batch x accumulation x replicas), with a hint. `names`: what the flags say. Whether anything changed.
bool take_told_gpus(LaunchText& launch, const Names& names);

/// Where only a run knows how many GPUs its nodes have, or a variable that wasn't given says how many nodes there are
/// and the script's own default is too few for the plan: as many whole nodes as the plan asks for, with a hint. Whether
/// anything changed.
bool fit_open_nodes(LaunchText& launch, const Catalogue& presets);

/// A launch on more GPUs than its degrees ask for.
struct HeldLaunch {
  FlagReading reading;
  ParsedScenario parsed;
};

/// What came of doubling the GPUs of a launch's degrees.
struct GpusTried {
  std::int64_t most = 0;           // up to so many were tried; 0: none
  std::optional<HeldLaunch> held;  // on the fewest that hold it
};

/// ", the fewest by doubling that hold it", behind how many are taken.
[[nodiscard]] std::string words_of(const GpusTried& tried);

/// Of a launch that says its degrees but not how many GPUs: on the fewest that hold it, doubling those of its degrees,
/// where those alone don't, as where its state is in shards. `parse`: what flags say as a scenario.
[[nodiscard]] GpusTried on_gpus_that_hold(const LaunchText& launch, const ParsedScenario& on_fewest,
                                          const Catalogue& presets,
                                          const std::function<Outcome<ParsedScenario>(const Names&)>& parse);

}  // namespace shardscope
