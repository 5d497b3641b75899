// JSON Schemas (draft 7) of models, GPUs, clusters and scenarios, made from the field table (fields.h), so that an
// editor completes the keys that the parser takes, with their help and ranges. presets/schema holds them as files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

namespace shardscope {

/// The schema of a kind of file: "model", "gpu", "cluster", "scenario"; nothing for any other word.
[[nodiscard]] std::optional<nlohmann::ordered_json> schema_of(std::string_view kind);

}  // namespace shardscope
