// Parts of a scenario that are named whole, by a preset's name, and so have a path like a field's and are none.
#pragma once

#include <string>
#include <string_view>

#include "core/fields/fields.h"

namespace shardscope {

inline constexpr std::string_view whole_model = "model", whole_gpu = "cluster.gpu", cluster_part = "cluster";

/// Whether a setting of that path takes a preset's name.
[[nodiscard]] inline bool takes_preset(std::string_view path) {
  return path == whole_model || path == whole_gpu || path == cluster_part || path.ends_with(".preset");
}

/// One that a person speaks of as a whole, where a cluster is spoken of by its fields.
struct WholePart {
  std::string_view path, label;
  std::string_view unnamed;  // what one with neither title nor preset is called
};
inline constexpr WholePart whole_parts[] = {{whole_model, "Model", "unnamed model"}, {whole_gpu, "GPU", "own GPU"}};

/// nullptr where the path is no such part's.
[[nodiscard]] inline const WholePart* find_part(std::string_view path) {
  for (const WholePart& part : whole_parts)
    if (part.path == path) return &part;
  return nullptr;
}

/// Whether the path is a field's or such a part's.
[[nodiscard]] inline bool is_field_or_part(std::string_view path) {
  return find_part(path) != nullptr || find_field(path) != nullptr;
}

/// "GPU": what a person calls it; a path that is neither as it stands.
[[nodiscard]] inline std::string label_of_path(std::string_view path) {
  if (const WholePart* part = find_part(path)) return std::string(part->label);
  const Field* field = find_field(path);
  return std::string(field != nullptr ? field->label : path);
}

/// Its title, or its preset's name where it has none; empty where it has neither, or the path is no such part's.
[[nodiscard]] inline std::string own_title_of_part(std::string_view path, const Scenario& scenario) {
  const auto title_of = [](const auto& of) { return of.title.empty() ? of.preset : of.title; };
  if (path == whole_model) return title_of(scenario.model);
  return path == whole_gpu ? title_of(scenario.cluster.gpu) : std::string();
}

/// That, or what one without is called; empty where the path is no such part's.
[[nodiscard]] inline std::string title_of_part(std::string_view path, const Scenario& scenario) {
  const WholePart* part = find_part(path);
  std::string own = own_title_of_part(path, scenario);
  return part == nullptr || !own.empty() ? own : std::string(part->unnamed);
}

}  // namespace shardscope
