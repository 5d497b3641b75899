// How parse.cpp reads the sections of a scenario's JSON, each in its file.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/fields/reader.h"

namespace shardscope {

/// Keys of a model that are read for another of ours.
struct ModelKeyAlias {
  std::string_view alias, key;
};
inline constexpr ModelKeyAlias model_key_aliases[] = {
    {"n_routed_experts", "num_experts"}, {"num_local_experts", "num_experts"}, {"norm_placement", "norm_position"}};

void read_model(Reader& reader, const nlohmann::json& value, Scenario& scenario);
void read_cluster(Reader& reader, const nlohmann::json& value, Scenario& scenario, bool gpus_required);
void read_gpu(Reader& reader, const nlohmann::json& value, Scenario& scenario);

/// Of an object that names no preset its "name", as reports echo it: the preset's where there is one of that name
/// (`known`), else what people call it.
template <class Named>
void read_name(const nlohmann::json& object, Named& into, const Named* (Catalogue::*known)(std::string_view) const,
               const Catalogue& presets) {
  const auto name = object.find("name");
  if (name == object.end() || !name->is_string()) return;
  const auto said = name->template get<std::string>();
  if (const Named* preset = (presets.*known)(said))
    into.preset = preset->preset;
  else if (into.title.empty())
    into.title = said;
}

}  // namespace shardscope
