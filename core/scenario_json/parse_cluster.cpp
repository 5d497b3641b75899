// A cluster and its GPU: presets' names, objects, or presets with overrides.
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/limits.h"
#include "core/base/rule_names.h"
#include "core/base/saturating.h"
#include "core/fields/pool_fields.h"
#include "core/fields/reader.h"
#include "core/scenario_json/calibration_json.h"
#include "core/scenario_json/sections.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;

/// What a GPU of one's own has to say. An object with less changes the GPU of the cluster's preset.
constexpr const char* gpu_required[] = {"peak_flops", "memory_bytes", "memory_bandwidth", "scale_up_bandwidth"};

bool is_list_of_objects(const GivenJson& list) {
  return list.is_array() && std::all_of(list.begin(), list.end(), [](const GivenJson& one) { return one.is_object(); });
}

/// A level's name where it says one, else by its place in the list: rack, pod, hall.
std::string level_name(const GivenJson& level, std::size_t place) {
  static constexpr const char* names[] = {"rack", "pod", "hall"};
  const auto said = level.find("level");
  if (said != level.end() && said->is_string()) return said->get<std::string>();
  return place < std::size(names) ? names[place] : "level " + std::to_string(place + 1);
}

/// A list of levels, the nearest first, each with its fan_out (units of the level below) or gpus, as the fields that
/// the levels have: racks of nodes, pods, halls.
GivenJson topology_of_levels(Reader& reader, const GivenJson& levels, Scenario& scenario) {
  GivenJson topology = GivenJson::object();
  const Cluster& cluster = scenario.cluster;
  std::int64_t below = std::max<std::int64_t>(1, cluster.gpus_per_node);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::string name = level_name(levels[i], i), path = "cluster.topology." + name;
    GivenJson level = levels[i];
    level.erase("level");
    if (name == "node") continue;
    if (name != "rack" && name != "pod" && name != "hall") {
      reader.fail(path, "there is no such level; levels are rack, pod, hall", std::string(rule_name::unknown_key));
      continue;
    }
    if (const auto fan_out = level.find("fan_out"); fan_out != level.end()) {
      const std::optional<std::int64_t> units = whole_number(*fan_out);
      if (!units || *units < 1) {
        reader.fail(path + ".fan_out", words_of(*fan_out) + " isn't a whole number from 1", "field-value");
        continue;
      }
      level["gpus"] = std::min(limits::gpus_max, saturating_product({below, *units}));
      level.erase("fan_out");
    }
    if (const auto gpus = level.find("gpus"); gpus != level.end())
      below = std::max<std::int64_t>(1, whole_number(*gpus).value_or(1));
    if (name == "rack" && level.contains("gpus")) {
      level.erase("gpus");
      scenario.cluster.nodes_per_rack =
          std::max<std::int64_t>(1, below / std::max<std::int64_t>(1, cluster.gpus_per_node));
    }
    topology[name] = std::move(level);
  }
  return topology;
}

void read_topology(Reader& reader, const GivenJson& value, Scenario& scenario) {
  if (!value.is_object() && !is_list_of_objects(value)) {
    reader.fail("cluster.topology", words_of(value) + " isn't an object or a list of objects", "field-value");
    return;
  }
  GivenJson topology = value.is_object() ? value : GivenJson::object();
  GivenJson levels = value.is_object() ? value.value("levels", GivenJson::array()) : value;
  topology.erase("levels");
  if (!is_list_of_objects(levels)) {
    reader.fail("cluster.topology.levels", words_of(levels) + " isn't a list of objects", "field-value");
    return;
  }
  topology.update(topology_of_levels(reader, levels, scenario));
  read_object(reader, topology, "cluster.topology.", {}, scenario);
}

/// One object for all of them, or a list with one per site: as many sites as entries, the longest way and the narrowest
/// link among them.
void read_sites(Reader& reader, const GivenJson& value, Scenario& scenario) {
  if (!value.is_object() && !is_list_of_objects(value)) {
    reader.fail("cluster.sites", words_of(value) + " isn't an object or a list of objects", "field-value");
    return;
  }
  GivenJson sites = value.is_object() ? value : GivenJson{{"number", value.size()}};
  if (value.is_array())
    for (const GivenJson& site : value)
      for (const auto& [key, said] : site.items()) {
        if (key == "name") continue;
        const bool known = sites.contains(key) && sites[key].is_number() && said.is_number();
        sites[key] = !known               ? said
                     : key == "bandwidth" ? GivenJson(std::min(sites[key].get<double>(), said.get<double>()))
                                          : GivenJson(std::max(sites[key].get<double>(), said.get<double>()));
      }
  if (const auto count = sites.find("count"); count != sites.end() && !sites.contains("number")) {
    sites["number"] = *count;
    sites.erase("count");
  }
  read_object(reader, sites, "cluster.sites.", {}, scenario);
}

/// Reads a part of a pool as the cluster's is, into a scenario of its own; what is wrong is said of the pool's.
Scenario read_as_cluster(Reader& reader, const std::string& path, const auto& read) {
  Scenario own;
  Reader apart{reader.presets, {}, {}};
  read(apart, own);
  constexpr std::string_view cluster = "cluster.";
  for (Problem& problem : apart.problems) {
    if (problem.path.starts_with(cluster)) problem.path.replace(0, cluster.size(), path + ".");
    reader.problems.push_back(std::move(problem));
  }
  reader.notices.insert(reader.notices.end(), apart.notices.begin(), apart.notices.end());
  return own;
}

void read_pool(Reader& reader, const GivenJson& value, const std::string& path, Cluster& cluster) {
  const auto gpu = value.find("gpu");
  if (gpu == value.end()) return fail_missing(reader, path + ".gpu", name_or_object);
  Pool pool;
  pool.gpu =
      read_as_cluster(reader, path, [&](Reader& apart, Scenario& own) { read_gpu(apart, *gpu, own); }).cluster.gpu;
  for (const PoolField& field : pool_fields()) {
    const auto said = value.find(field.key);
    if (said == value.end() && field.required)
      fail_missing(reader, path + "." + std::string(field.key), wanted(*field.of_cluster).c_str());
    if (said == value.end() || (said->is_null() && !field.required)) continue;
    const Scenario own = read_as_cluster(reader, path, [&](Reader& apart, Scenario& scenario) {
      read_field(apart, *field.of_cluster, *said, scenario);
    });
    field.set(pool, field.of_cluster->get(own));
  }
  for (const auto& [key, said] : value.items()) {
    const auto is_it = [&name = key](const PoolField& field) { return field.key == name; };
    if (key != "gpu" && key != "name" && std::none_of(pool_fields().begin(), pool_fields().end(), is_it))
      reader.fail(path + "." + shown(key), "there is no such key of a pool", std::string(rule_name::unknown_key));
  }
  cluster.pools.push_back(std::move(pool));
}

/// Pools of different GPUs: the cluster's own figures are the first pool's, its GPUs all of them.
void read_pools(Reader& reader, const GivenJson& value, Scenario& scenario) {
  if (!is_list_of_objects(value)) {
    reader.fail("cluster.pools", words_of(value) + " isn't a list of objects, each with gpu and gpus", "field-value");
    return;
  }
  Cluster& cluster = scenario.cluster;
  cluster.pools.clear();
  for (std::size_t i = 0; i < value.size(); ++i)
    read_pool(reader, value[i], "cluster.pools[" + std::to_string(i) + "]", cluster);
  if (cluster.pools.empty()) return;
  cluster.gpu = cluster.pools.front().gpu;
  cluster.gpus = 0;
  for (const Pool& pool : cluster.pools) cluster.gpus = saturating_sum(cluster.gpus, pool.gpus);
  cluster.gpus = std::min(cluster.gpus, limits::gpus_max);
}

}  // namespace

void read_gpu(Reader& reader, const GivenJson& value, Scenario& scenario) {
  if (value.is_string()) {
    take_preset(reader, value, "cluster.gpu", gpu_presets, scenario.cluster.gpu);
    return;
  }
  if (!is_object(reader, value, "cluster.gpu", name_or_object)) return;
  if (!read_preset(reader, value, "cluster.gpu", gpu_presets, scenario.cluster.gpu)) return;
  const auto given = [&](const char* key) { return value.contains(key); };
  const bool whole = std::all_of(std::begin(gpu_required), std::end(gpu_required), given);
  const bool changes_preset = given("preset") || (!whole && !scenario.cluster.gpu.preset.empty());
  if (!changes_preset) scenario.cluster.gpu = Gpu{};
  Keys keys;
  keys.taken = {"preset", "name", "calibration"};
  keys.ignored = {"$schema", "sources", "note", "order", "vendor", "launch_year", "scale_up_name", "estimate"};
  read_object(reader, value, "cluster.gpu.", keys, scenario);
  if (const auto own = value.find("calibration"); own != value.end())
    read_calibration(reader, *own, scenario.cluster.gpu.calibration);
  if (!changes_preset) read_name(value, scenario.cluster.gpu, gpu_presets, reader.presets);
  for (const char* key : gpu_required)
    if (!changes_preset && !given(key))
      fail_missing(
          reader, std::string("cluster.gpu.") + key,
          find_field(std::string("cluster.gpu.") + key) == nullptr ? "an object of FLOP/s by precision" : nullptr);
}

void read_cluster(Reader& reader, const GivenJson& value, Scenario& scenario, bool gpus_required) {
  if (value.is_string()) {
    take_preset(reader, value, "cluster", cluster_presets, scenario.cluster);
    return;
  }
  if (!is_object(reader, value, "cluster", name_or_object)) return;
  if (!read_preset(reader, value, "cluster", cluster_presets, scenario.cluster)) return;
  if (const auto gpu = value.find("gpu"); gpu != value.end()) read_gpu(reader, *gpu, scenario);
  Keys keys;
  keys.taken = {"gpu", "preset", "name"};
  keys.ignored = {"$schema", "sources", "note", "order", "estimate"};
  for (const char* key : {"topology", "sites", "pools"}) keys.taken.push_back(key);
  read_object(reader, value, "cluster.", keys, scenario);
  const auto section = [&](const char* key, void (*read)(Reader&, const GivenJson&, Scenario&)) {
    if (const auto found = value.find(key); found != value.end() && !found->is_null()) read(reader, *found, scenario);
  };
  section("topology", read_topology);
  section("sites", read_sites);
  section("pools", read_pools);
  const bool preset = value.contains("preset");
  if (!preset) read_name(value, scenario.cluster, cluster_presets, reader.presets);
  if (!scenario.cluster.pools.empty() && value.contains("pools")) return;
  if (!preset && !value.contains("gpu")) fail_missing(reader, "cluster.gpu", name_or_object);
  if (!preset && gpus_required && !value.contains("gpus")) fail_missing(reader, "cluster.gpus");
}

}  // namespace shardscope
