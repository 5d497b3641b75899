// JSON Schemas (draft 7) of models, GPUs, clusters and scenarios, made from the field table (core/fields/fields.h), so
// that an editor completes the keys that the parser takes, with their help and ranges. presets/schema holds them as
// files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace shardscope {

/// The kinds of files that have a schema, and what each is of, as people say it.
inline constexpr std::pair<const char*, const char*> schema_kinds[] = {{"model", "a model, or a scenario's model"},
                                                                       {"gpu", "a GPU"},
                                                                       {"cluster", "a cluster"},
                                                                       {"scenario", "a scenario"},
                                                                       {"framework", "a framework's flags and rules"},
                                                                       {"claims", "a source's claims"},
                                                                       {"lesson", "a lesson"}};

/// The schema of a kind of file: "model", "gpu", "cluster", "scenario"; nothing for any other word.
[[nodiscard]] std::optional<nlohmann::ordered_json> schema_of(std::string_view kind);

}  // namespace shardscope
