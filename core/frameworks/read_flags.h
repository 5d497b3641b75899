// Flags and their values → names (core/expressions/expression.h's), by a framework's table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

/// A flag as a text gives it.
struct GivenFlag {
  std::string flag;
  Value value;   // True for a switch without a value; words as text where the form has no types
  int line = 0;  // of the text, from 1; 0: unknown
  // The value is shell code, which has a value only when a script runs: "$1/data"; without one, the flag is the code.
  bool run_time = false;
  std::string json =
      {};  // the whole value, where it holds tables or words as they stand (core/expressions/json_value.h); else empty
  Value said = {};        // as the text has it, where that is another release's word for the value; else None
  std::string file = {};  // another than the text itself, whose line it is then: "ds_config.json"

  bool operator==(const GivenFlag&) const = default;
};

struct FlagReading {
  Names names;                   // what the flags say, with the framework's defaults
  std::vector<GivenFlag> typed;  // those that the table knows, each once, in the text's order, as values of its type
  std::vector<std::string> automatic;     // of those, what stands as "auto" and is for the program to fill in
  std::vector<std::string> filled;        // of those, what counts here as Hugging Face's Trainer has it by itself
  std::vector<Problem> problems;          // of severity error; with their places in the text
  std::vector<Problem> notices;           // what was taken for granted, and of two sayings which counts
  std::vector<GivenFlag> without_effect;  // flags that the table doesn't know, which are like none that says something
  std::vector<std::string> open;          // names that known flags say by values which aren't understood
  std::vector<std::string> lacks;         // names that its flags have to say, and don't
  std::vector<std::string> of_recipe;     // names that they don't say and a recipe elsewhere may
};

/// What the world outside the flags says.
struct LaunchWorld {
  std::optional<std::int64_t> gpus, gpus_per_node;
  std::optional<std::int64_t> ranks_set;   // WORLD_SIZE as a script sets it, which says GPUs where nothing else does
  std::optional<std::int64_t> open_nodes;  // whose GPUs are all at work, as many as the cluster has on each
  Names environment;                       // "env.CUDA_DEVICE_MAX_CONNECTIONS"
  const Model* model = nullptr;            // of a framework whose configuration doesn't say it
  bool model_chosen = false;               // whatever a name in the configuration stands for
};

[[nodiscard]] FlagReading read_flags(const LaunchFramework& framework, std::span<const GivenFlag> given,
                                     const LaunchWorld& world, const Catalogue& presets);

/// Whether the framework's flags say the model's sizes; else its name, or code, does.
[[nodiscard]] bool says_model(const LaunchFramework& framework);

/// Whether the value leaves the flag to the program, as Hugging Face's Trainer fills in what stands as "auto".
[[nodiscard]] bool is_automatic(const LaunchFramework& framework, const FlagSpec& spec, const Value& value);

[[nodiscard]] TextPlace place_of(const GivenFlag& given);

}  // namespace shardscope
