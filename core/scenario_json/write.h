// Scenario → JSON, in two forms: as said (what differs from presets and defaults, for files that people read and keep)
// and as evaluated (every default filled in, for reports). Both parse back.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/fields/fields.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// As said: parse_scenario(write_scenario(s, presets), presets) gives s. Ends with a newline.
[[nodiscard]] std::string write_scenario(const LaunchedScenario& said, const Catalogue& presets);
/// Of one that no script said.
[[nodiscard]] std::string write_scenario(const Scenario& said, const Catalogue& presets);

/// As evaluated: every field, null where unknown or without a value. Of a scenario that with_defaults() has filled;
/// `launch`: what the script that it was read from said beside it.
/// Parses back to the same values: a preset's name stands as "name", so that no preset is needed to read it, and is the
/// preset's again where there is one; a vocabulary left unpadded is the number of its rows.
[[nodiscard]] nlohmann::ordered_json evaluated_json(const Scenario& filled, const Launch& launch = {});

/// A model with every value that it has or that its other fields give, for `import`; parses back to a model of the same
/// shape. A derived value that people may not write (a head of no channels) stays derived.
[[nodiscard]] nlohmann::ordered_json whole_model_json(const Model& model);

/// A field's own value, the word that stands for it, or an object with those of its parts where they aren't what that
/// value alone means.
[[nodiscard]] nlohmann::ordered_json field_json(const Field& field, const Scenario& scenario);

/// Puts a value at "peak_flops.bf16" inside an object.
void put_at(nlohmann::ordered_json& object, std::string_view path, nlohmann::ordered_json value);

/// Whether the field, its word or one of its parts does.
[[nodiscard]] bool differs(const Field& field, const Scenario& one, const Scenario& other);

/// A preset in full, for `show`.
[[nodiscard]] nlohmann::ordered_json model_json(const Model& model);
[[nodiscard]] nlohmann::ordered_json gpu_json(const Gpu& gpu);
[[nodiscard]] nlohmann::ordered_json cluster_json(const Cluster& cluster);

}  // namespace shardscope
