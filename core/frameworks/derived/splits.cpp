#include "core/frameworks/derived/splits.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/base/saturating.h"

namespace shardscope {

namespace {

bool sensible(std::int64_t layers, std::int64_t stages) {
  return layers >= 0 && layers <= limits::layers_max && stages >= 1 && stages <= limits::layers_max;
}

/// A rank's layers over its chunks, or nothing where they don't divide.
bool spread_layers(std::vector<std::int64_t>& stages, std::int64_t rank, std::int64_t layers,
                   const UnevenSplit& split) {
  if (layers < 0 || layers % split.chunks != 0) return false;
  for (std::int64_t chunk = 0; chunk < split.chunks; ++chunk)
    stages[static_cast<std::size_t>(chunk * split.ranks + rank)] = layers / split.chunks;
  return true;
}

/// The layer that "layers.7" names; what stands behind the layers begins where they end.
std::optional<std::int64_t> layer_called(std::string_view name, std::int64_t layers) {
  constexpr std::string_view begin = "layers.";
  if (name == "norm" || name == "output" || name == "lm_head") return layers;
  const std::optional<std::int64_t> at =
      name.starts_with(begin) ? parse_whole(name.substr(begin.size())) : std::nullopt;
  return at && *at >= 0 && *at < layers ? at : std::nullopt;
}

}  // namespace

std::vector<std::int64_t> uneven_split(const UnevenSplit& split) {
  if (split.chunks < 1 || !sensible(split.layers, split.ranks) || !sensible(split.layers, split.ranks * split.chunks))
    return {};
  std::vector<std::int64_t> stages(static_cast<std::size_t>(split.ranks * split.chunks), 0);
  const std::int64_t middle_ranks = split.ranks - (split.first >= 0) - (split.last >= 0);
  const std::int64_t counted = split.layers + (split.embedding ? 1 : 0) + (split.loss ? 1 : 0);
  const std::int64_t middle = counted - std::max<std::int64_t>(split.first, 0) - std::max<std::int64_t>(split.last, 0);
  if (middle_ranks < 0 || (middle_ranks == 0) != (middle == 0)) return {};
  if (middle_ranks > 0 && (middle < 0 || middle % middle_ranks != 0)) return {};
  for (std::int64_t rank = 0; rank < split.ranks; ++rank) {
    std::int64_t layers = middle_ranks > 0 ? middle / middle_ranks : 0;
    if (rank == 0 && split.first >= 0) layers = split.first;
    if (rank == split.ranks - 1 && split.last >= 0) layers = split.last;
    if (!spread_layers(stages, rank, layers, split)) return {};
  }
  if (split.embedding) --stages.front();
  if (split.loss) --stages.back();
  return *std::min_element(stages.begin(), stages.end()) < 0 ? std::vector<std::int64_t>{} : stages;
}

std::vector<std::int64_t> padded_split(std::int64_t layers, std::int64_t ranks, std::int64_t chunks) {
  if (!sensible(layers, ranks) || chunks < 1 || !sensible(layers, ranks * chunks)) return {};
  const std::int64_t padded = divided_up(layers, ranks) * ranks, stages = ranks * chunks;
  if (padded % stages != 0) return {};
  std::vector<std::int64_t> all(static_cast<std::size_t>(stages), padded / stages);
  for (std::int64_t i = 0; i < padded - layers; ++i) --all[static_cast<std::size_t>((i + stages - 1) % stages)];
  return *std::min_element(all.begin(), all.end()) < 0 ? std::vector<std::int64_t>{} : all;
}

std::vector<std::int64_t> split_without(std::int64_t layers, std::int64_t stages,
                                        const std::vector<std::int64_t>& idle) {
  if (!sensible(layers, stages) || layers == 0 || layers % stages != 0) return {};
  std::vector<std::int64_t> all(static_cast<std::size_t>(stages), layers / stages);
  for (const std::int64_t layer : idle) {
    if (layer < 0 || layer >= layers) return {};
    --all[static_cast<std::size_t>(layer / (layers / stages))];
  }
  return *std::min_element(all.begin(), all.end()) < 0 ? std::vector<std::int64_t>{} : all;
}

std::vector<std::int64_t> weighted_split(std::int64_t layers, std::int64_t stages, std::int64_t first,
                                         std::int64_t last) {
  if (!sensible(layers, stages) || first < 0 || last < 0 || first > layers || last > layers) return {};
  const std::int64_t whole = layers + first + last;
  std::vector<std::int64_t> all;
  for (std::int64_t stage = 0; stage < stages; ++stage)
    all.push_back(whole / stages + (stage < whole % stages ? 1 : 0));
  all.front() -= first;
  all.back() -= last;
  return all.front() < 0 || all.back() < 0 ? std::vector<std::int64_t>{} : all;
}

std::vector<std::int64_t> cost_split(std::int64_t layers, std::int64_t ranks, double layer, double head) {
  if (!sensible(layers, ranks)) return {};
  std::vector<std::int64_t> all(static_cast<std::size_t>(ranks), 0);
  const double whole = static_cast<double>(layers) * layer + head;
  double passed = 0;
  std::size_t rank = 0;
  for (std::int64_t i = 0; i < layers; ++i) {
    ++all[rank];
    passed += layer;
    if (passed > whole * static_cast<double>(rank + 1) / static_cast<double>(ranks) && rank + 1 < all.size()) ++rank;
  }
  return all;
}

Value module_names(const std::vector<std::int64_t>& stage_layers) {
  Value::List stages;
  std::int64_t layer = 0;
  for (std::size_t stage = 0; stage < stage_layers.size(); ++stage) {
    Value::List modules;
    if (stage == 0) modules.emplace_back("tok_embeddings");
    for (std::int64_t i = 0; i < stage_layers[stage]; ++i) modules.emplace_back("layers." + std::to_string(layer++));
    if (stage + 1 == stage_layers.size()) {
      modules.emplace_back("norm");
      modules.emplace_back("output");
    }
    stages.emplace_back(std::move(modules));
  }
  return stages;
}

std::vector<std::int64_t> layers_in(const Value& modules) {
  std::vector<std::int64_t> all;
  if (modules.list() == nullptr) return all;
  for (const Value& stage : *modules.list()) {
    if (stage.list() == nullptr) return {};
    all.push_back(0);
    for (const Value& module : *stage.list()) {
      if (module.text() == nullptr || !module.text()->starts_with("layers.")) continue;
      if (!layer_called(*module.text(), limits::layers_max)) return {};
      ++all.back();
    }
  }
  return all;
}

std::vector<std::int64_t> layers_between(const Value& points, std::int64_t layers) {
  if (points.list() == nullptr || !sensible(layers, 1)) return {};
  std::vector<std::int64_t> stages;
  std::int64_t begin = 0;
  for (const Value& point : *points.list()) {
    const std::optional<std::int64_t> at = point.text() == nullptr ? std::nullopt : layer_called(*point.text(), layers);
    if (!at || *at < begin) return {};
    stages.push_back(*at - begin);
    begin = *at;
  }
  stages.push_back(layers - begin);
  return stages;
}

Value split_points(const std::vector<std::int64_t>& stage_layers) {
  const std::int64_t layers = std::accumulate(stage_layers.begin(), stage_layers.end(), std::int64_t{0});
  Value::List points;
  std::int64_t begin = 0;
  for (std::size_t stage = 0; stage + 1 < stage_layers.size(); ++stage) {
    begin += stage_layers[stage];
    points.emplace_back(begin < layers ? "layers." + std::to_string(begin) : std::string("norm"));
  }
  return points;
}

}  // namespace shardscope
