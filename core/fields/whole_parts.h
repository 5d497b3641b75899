// Parts of a scenario that are named whole, by a preset's name, and so have a path like a field's and are none.
#pragma once

#include <string>
#include <string_view>

#include "core/fields/fields.h"

namespace shardscope {

inline constexpr std::string_view whole_model = "model", whole_gpu = "cluster.gpu";

/// Whether the path is a field's or such a part's.
[[nodiscard]] inline bool is_field_or_part(std::string_view path) {
  return path == whole_model || path == whole_gpu || find_field(path) != nullptr;
}

/// "GPU": what a person calls it; a path that is neither as it stands.
[[nodiscard]] inline std::string label_of_path(std::string_view path) {
  if (path == whole_model) return "Model";
  if (path == whole_gpu) return "GPU";
  const Field* field = find_field(path);
  return std::string(field != nullptr ? field->label : path);
}

/// Its title, or its preset's name where it has none; empty where the path is no such part's.
[[nodiscard]] inline std::string title_of_part(std::string_view path, const Scenario& scenario) {
  const Model& model = scenario.model;
  if (path == whole_model) return model.title.empty() ? model.preset : model.title;
  if (path == whole_gpu) return scenario.cluster.gpu.title;
  return {};
}

}  // namespace shardscope
