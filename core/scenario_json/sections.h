// How parse.cpp reads the sections of a scenario's JSON, each in its file.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/edits.h"
#include "core/fields/reader.h"
#include "core/scenario/catalogue.h"

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

/// Where presets of a kind are, and what one is called.
template <class Named>
struct NamedPresets {
  const char* one;
  std::vector<Named> Catalogue::*all;
  const Named* (Catalogue::*known)(std::string_view) const;
};
inline constexpr NamedPresets<Model> model_presets = {"model", &Catalogue::models, &Catalogue::model};
inline constexpr NamedPresets<Gpu> gpu_presets = {"GPU", &Catalogue::gpus, &Catalogue::gpu};
inline constexpr NamedPresets<Cluster> cluster_presets = {"cluster", &Catalogue::clusters, &Catalogue::cluster};

/// Puts the preset that `name` is in place; false, and said at the path, where it is none.
template <class Named>
bool take_preset(Reader& reader, const nlohmann::json& name, const std::string& path, const NamedPresets<Named>& of,
                 Named& into) {
  if (!name.is_string()) return reader.fail(path, words_of(name) + " isn't a name", "field-value"), false;
  const auto said = name.get<std::string>();
  if (const Named* preset = (reader.presets.*of.known)(said)) return into = *preset, true;
  const std::string near = nearest_name(said, names_of_presets(reader.presets.*of.all));
  reader.fail(path,
              std::string("there is no ") + of.one + " \"" + shown(said) + "\"" +
                  (near.empty() ? "" : "; did you mean \"" + near + "\"?"),
              "unknown-preset");
  return false;
}

/// Likewise the object's "preset" where it has one.
template <class Named>
bool read_preset(Reader& reader, const nlohmann::json& object, const std::string& path, const NamedPresets<Named>& of,
                 Named& into) {
  const auto preset = object.find("preset");
  return preset == object.end() || take_preset(reader, *preset, path + ".preset", of, into);
}

/// Of an object that names no preset its "name", as reports echo it: the preset's where there is one of that name, else
/// what people call it.
template <class Named>
void read_name(const nlohmann::json& object, Named& into, const NamedPresets<Named>& of, const Catalogue& presets) {
  const auto name = object.find("name");
  if (name == object.end() || !name->is_string()) return;
  const auto said = name->template get<std::string>();
  if (const Named* preset = (presets.*of.known)(said))
    into.preset = preset->preset;
  else if (into.title.empty())
    into.title = said;
}

}  // namespace shardscope
