// A cluster and its GPU: presets' names, objects, or presets with overrides.
#include <nlohmann/json.hpp>

#include "core/scenario/reader.h"

namespace shardscope {

namespace {

using nlohmann::json;

void fail_unknown(Reader& reader, const std::string& path, const char* what, const char* kind,
                  const std::string& name) {
  const std::string near = nearest_name(name, preset_names(reader.presets, kind));
  reader.fail(path,
              std::string("there is no ") + what + " \"" + shown(name) + "\"" +
                  (near.empty() ? "" : "; did you mean \"" + near + "\"?"),
              "unknown-preset");
}

bool take_gpu(Reader& reader, const std::string& name, const std::string& path, Scenario& scenario) {
  const Gpu* preset = reader.presets.gpu(name);
  if (preset == nullptr) return fail_unknown(reader, path, "GPU", "gpus", name), false;
  scenario.cluster.gpu = *preset;
  return true;
}

bool take_cluster(Reader& reader, const std::string& name, const std::string& path, Scenario& scenario) {
  const Cluster* preset = reader.presets.cluster(name);
  if (preset == nullptr) return fail_unknown(reader, path, "cluster", "clusters", name), false;
  scenario.cluster = *preset;
  return true;
}

/// Reads "preset" where it is there; false when it is wrong.
bool read_preset(Reader& reader, const json& value, const std::string& path, Scenario& scenario,
                 bool (*take)(Reader&, const std::string&, const std::string&, Scenario&)) {
  const auto preset = value.find("preset");
  if (preset == value.end()) return true;
  if (preset->is_string()) return take(reader, preset->get<std::string>(), path, scenario);
  reader.fail(path, words_of(*preset) + " isn't a name", "field-value");
  return false;
}

constexpr std::string_view unevaluated_keys[] = {"pools", "topology", "sites"};

}  // namespace

void read_gpu(Reader& reader, const json& value, Scenario& scenario) {
  if (value.is_string()) {
    take_gpu(reader, value.get<std::string>(), "cluster.gpu", scenario);
    return;
  }
  if (!is_object(reader, value, "cluster.gpu")) return;
  if (!read_preset(reader, value, "cluster.gpu.preset", scenario, take_gpu)) return;
  Keys keys;
  keys.taken = {"preset", "name"};
  keys.ignored = {"sources", "vendor", "launch_year", "scale_up_name", "estimate"};
  read_object(reader, value, "cluster.gpu.", keys, scenario);
  if (value.contains("preset")) return;
  for (const char* key : {"peak_flops", "memory_bytes", "memory_bandwidth", "scale_up_bandwidth"})
    if (!value.contains(key)) reader.fail(std::string("cluster.gpu.") + key, "is missing", "required-key");
}

void read_cluster(Reader& reader, const json& value, Scenario& scenario, bool gpus_required) {
  if (value.is_string()) {
    take_cluster(reader, value.get<std::string>(), "cluster", scenario);
    return;
  }
  if (!is_object(reader, value, "cluster")) return;
  if (!read_preset(reader, value, "cluster.preset", scenario, take_cluster)) return;
  if (const auto gpu = value.find("gpu"); gpu != value.end()) read_gpu(reader, *gpu, scenario);
  Keys keys;
  keys.taken = {"gpu", "preset", "name"};
  keys.ignored = {"sources", "estimate"};
  for (const std::string_view key : unevaluated_keys) {
    keys.taken.push_back(key);
    const auto found = value.find(std::string(key));
    if (found == value.end() || found->is_null()) continue;
    scenario.cluster.unevaluated.emplace_back(key, found->dump(-1, ' ', false, json::error_handler_t::replace));
    reader.note("cluster." + std::string(key), "is kept and not evaluated: the cluster counts as uniform, on one site",
                "unevaluated-key");
  }
  read_object(reader, value, "cluster.", keys, scenario);
  const bool preset = value.contains("preset");
  if (!preset && !value.contains("gpu")) reader.fail("cluster.gpu", "is missing", "required-key");
  if (!preset && gpus_required && !value.contains("gpus")) reader.fail("cluster.gpus", "is missing", "required-key");
}

}  // namespace shardscope
