// A cluster and its GPU: presets' names, objects, or presets with overrides.
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/limits.h"
#include "core/saturating.h"
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

/// What a GPU of one's own has to say. An object with less changes the GPU of the cluster's preset.
constexpr const char* gpu_required[] = {"peak_flops", "memory_bytes", "memory_bandwidth", "scale_up_bandwidth"};

constexpr std::string_view unevaluated_keys[] = {"pools", "topology", "sites"};

/// Whether the value is of the kind that the interface gives the key; says so where it isn't.
bool is_of_its_kind(Reader& reader, std::string_view key, const json& value) {
  const auto objects = [](const json& list) {
    return list.is_array() && std::all_of(list.begin(), list.end(), [](const json& one) { return one.is_object(); });
  };
  const bool right = key == "pools"      ? objects(value)
                     : key == "topology" ? objects(value) || value.is_object()
                                         : value.is_object() || objects(value);
  if (!right)
    reader.fail("cluster." + std::string(key),
                words_of(value) + (key == "pools" ? " isn't a list of objects, each with gpu and gpus"
                                                  : " isn't an object or a list of objects"),
                "field-value");
  return right;
}

/// Pools instead of one kind of GPU: as long as they aren't evaluated, all count as the first pool's.
void read_pools_as_one(Reader& reader, const json& pools, Scenario& scenario) {
  std::int64_t gpus = 0;
  for (const json& pool : pools)
    if (const auto count = pool.find("gpus"); count != pool.end() && count->is_number_integer())
      gpus = saturating_sum(gpus, std::max<std::int64_t>(0, count->get<std::int64_t>()));
  if (const auto gpu = pools.front().find("gpu"); gpu != pools.front().end()) read_gpu(reader, *gpu, scenario);
  scenario.cluster.gpus = std::min(gpus, limits::gpus_max);
}

/// Keeps a key as read; what a preset said of it goes.
void keep(Cluster& cluster, const std::string& key, std::string text) {
  for (auto& [kept, old] : cluster.unevaluated)
    if (kept == key) return void(old = std::move(text));
  cluster.unevaluated.emplace_back(key, std::move(text));
}

}  // namespace

void read_gpu(Reader& reader, const json& value, Scenario& scenario) {
  if (value.is_string()) {
    take_gpu(reader, value.get<std::string>(), "cluster.gpu", scenario);
    return;
  }
  if (!is_object(reader, value, "cluster.gpu", name_or_object)) return;
  if (!read_preset(reader, value, "cluster.gpu.preset", scenario, take_gpu)) return;
  const auto given = [&](const char* key) { return value.contains(key); };
  const bool whole = std::all_of(std::begin(gpu_required), std::end(gpu_required), given);
  const bool changes_preset = given("preset") || (!whole && !scenario.cluster.gpu.preset.empty());
  if (!changes_preset) scenario.cluster.gpu = Gpu{};
  Keys keys;
  keys.taken = {"preset", "name"};
  keys.ignored = {"sources", "note", "order", "vendor", "launch_year", "scale_up_name", "estimate"};
  read_object(reader, value, "cluster.gpu.", keys, scenario);
  for (const char* key : gpu_required)
    if (!changes_preset && !given(key))
      fail_missing(
          reader, std::string("cluster.gpu.") + key,
          find_field(std::string("cluster.gpu.") + key) == nullptr ? "an object of FLOP/s by precision" : nullptr);
}

void read_cluster(Reader& reader, const json& value, Scenario& scenario, bool gpus_required) {
  if (value.is_string()) {
    take_cluster(reader, value.get<std::string>(), "cluster", scenario);
    return;
  }
  if (!is_object(reader, value, "cluster", name_or_object)) return;
  if (!read_preset(reader, value, "cluster.preset", scenario, take_cluster)) return;
  if (const auto gpu = value.find("gpu"); gpu != value.end()) read_gpu(reader, *gpu, scenario);
  Keys keys;
  keys.taken = {"gpu", "preset", "name"};
  keys.ignored = {"sources", "note", "order", "estimate"};
  for (const std::string_view key : unevaluated_keys) {
    keys.taken.push_back(key);
    const auto found = value.find(std::string(key));
    if (found == value.end() || found->is_null() || !is_of_its_kind(reader, key, *found)) continue;
    keep(scenario.cluster, std::string(key), found->dump(-1, ' ', false, json::error_handler_t::replace));
    reader.note("cluster." + std::string(key), "is kept and not evaluated: the cluster counts as uniform, on one site",
                "unevaluated-key");
  }
  read_object(reader, value, "cluster.", keys, scenario);
  const bool preset = value.contains("preset");
  const auto pools = value.find("pools");
  const bool pools_alone = !preset && !value.contains("gpu") && pools != value.end() && pools->is_array() &&
                           !pools->empty() && pools->front().is_object() && pools->front().contains("gpu");
  if (pools_alone) return read_pools_as_one(reader, *pools, scenario);
  if (!preset && !value.contains("gpu")) fail_missing(reader, "cluster.gpu", name_or_object);
  if (!preset && gpus_required && !value.contains("gpus")) fail_missing(reader, "cluster.gpus");
}

}  // namespace shardscope
