#include "app/panels/scenario/cluster_sections.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "app/panels/controls.h"
#include "app/panels/field_rows.h"
#include "app/panels/scenario/scenario_panel.h"
#include "core/base/characters.h"
#include "core/cluster/fabric.h"
#include "core/fields/fields.h"
#include "core/scenario/rank_order.h"
#include "render/cluster/site_chart.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

struct OrderChoice {
  RankOrder order;
  std::string_view detail, help;
};
constexpr auto orders = [] {
  using enum GroupKind;
  return std::array<OrderChoice, 7>{{
      {megatron_order, "Megatron's", "Tensor groups lie closest, pipeline stages farthest apart."},
      {megatron_tp_pp_dp_order, "tp-pp-dp", "Megatron's --use-tp-pp-dp-mapping: stages lie closer than replicas."},
      {{tp, ep, cp, dp, pp}, "", "Expert groups closer than context groups."},
      {{tp, dp, cp, ep, pp}, "", "Replicas right behind tensor groups: gradients stay near."},
      {{cp, tp, ep, dp, pp}, "", "Context groups closest: long sequences in the node."},
      {{pp, tp, cp, ep, dp}, "", "Stages closest: tensor groups spread over nodes, which shows why not."},
      {{dp, cp, ep, tp, pp}, "", "Replicas closest: tensor traffic crosses the network."},
  }};
}();

void rank_order_row(Scenario& scenario, const Frame& frame, std::string_view path, std::string_view) {
  const RankOrder in_force = rank_order_of(frame.report.scenario.plan, frame.report.scenario.cluster);
  std::vector<Option> options;
  std::optional<std::size_t> present;
  for (const OrderChoice& choice : orders) {
    if (choice.order == in_force) present = options.size();
    options.push_back({text_of(choice.order), std::string(choice.detail), std::string(choice.help)});
  }
  if (const auto chosen = combo_row(frame, {path, {}, text_of(in_force), options, present}))
    scenario.plan.rank_order = text_of(orders[*chosen].order);
}

bool is_torus(const Scenario& scenario) {
  return scenario.cluster.topology.kind == TopologyKind::torus;
}
std::string_view unless_torus(const Scenario& scenario, const Frame&) {
  return is_torus(scenario) ? "" : "The network's switches are joined another way.";
}
std::string_view on_torus(const Scenario& scenario, const Frame&) {
  return is_torus(scenario) ? "A torus has no switches that could add up." : "";
}

/// The three axes in one box, "8 x 16 x 24"; emptied, they are as near a cube as they come.
void torus_row(Scenario& scenario, const Frame& frame, std::string_view path, std::string_view disabled_because) {
  const std::array<std::int64_t, 3> axes = fabric_of(frame.report.scenario.cluster).torus;
  const std::string shown =
      is_torus(scenario) ? std::to_string(axes[0]) + " x " + std::to_string(axes[1]) + " x " + std::to_string(axes[2])
                         : "none";
  const auto typed = text_row(frame, path, shown, disabled_because);
  if (!typed || *typed == shown) return;
  if (typed->find_first_not_of(' ') == std::string::npos) {
    scenario.cluster.topology.torus.reset();
    frame.touched = path;
  } else if (const std::optional<std::vector<std::int64_t>> read = torus_axes(*typed)) {
    scenario.cluster.topology.torus = *read;
    frame.touched = path;
  } else {
    frame.refused = {std::string(path), "“" + *typed + "” isn't three numbers of GPUs, such as 8 x 16 x 24"};
  }
}

void scale_up_reduction_row(Scenario& scenario, const Frame& frame, std::string_view path,
                            std::string_view disabled_because) {
  if (const auto on = toggle_row(frame, path, scale_up_reduces(frame.report.scenario.cluster), disabled_because))
    scenario.cluster.topology.scale_up_reduction = *on;
}

std::string_view on_one_site(const Scenario& scenario, const Frame&) {
  return has_sites(scenario.cluster) ? "" : "There is one site: nothing crosses.";
}
std::string_view unless_local_steps(const Scenario& scenario, const Frame& frame) {
  return has_sites(scenario.cluster) && scenario.plan.local_steps <= 1 ? "Sites exchange gradients every step."
                                                                       : on_one_site(scenario, frame);
}

void number_of_sites_row(Scenario& scenario, const Frame& frame, std::string_view path, std::string_view) {
  constexpr std::array<double, 6> numbers = {1, 2, 3, 4, 8, 16};
  count_slider(scenario, frame, path, numbers);
}

void local_steps_row(Scenario& scenario, const Frame& frame, std::string_view path, std::string_view disabled_because) {
  constexpr std::array<double, 10> steps = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
  count_slider(scenario, frame, path, steps, nullptr, disabled_because);
}

void distance_row(Scenario& scenario, const Frame& frame, std::string_view path, std::string_view) {
  const double present = scenario.cluster.sites.distance_meters;
  const std::vector<double> stops = decade_stops(site_meters_min, site_meters_max, present);
  SliderRow row{path, {}, present, stops, distance_words(present)};
  row.editable = fixed(present, 0);
  if (const auto chosen = slider_row(frame, row)) set_number(scenario, frame, row.path, *chosen);
}

void fibre_row(Scenario& scenario, const Frame& frame, std::string_view path, std::string_view) {
  constexpr std::array<double, 9> gigabits = {100, 200, 400, 800, 1600, 6400, 25600, 102400, 409600};
  std::vector<Option> options;
  std::optional<std::size_t> present;
  for (const double rate : gigabits) {
    if (std::abs(scenario.cluster.sites.bandwidth / bytes_per_gigabit - rate) < 0.5) present = options.size();
    options.push_back(
        {link_words(rate * bytes_per_gigabit), format_bandwidth(BytesPerSecond{rate * bytes_per_gigabit}).text(), {}});
  }
  const std::string shown = link_words(scenario.cluster.sites.bandwidth);
  if (const auto chosen = combo_row(frame, {path, {}, shown, options, present}))
    scenario.cluster.sites.bandwidth = gigabits[*chosen] * bytes_per_gigabit;
}

std::string pool_path(std::size_t pool, std::string_view what) {
  return "cluster.pools." + std::to_string(pool) + "." + std::string(what);
}

/// The GPU of a pool and how many of them; what the pool then is, or nothing where it goes.
std::optional<Pool> rows_of_pool(Pool pool, const Frame& frame, std::size_t number) {
  std::vector<Option> options;
  std::optional<std::size_t> present;
  for (const Gpu& gpu : frame.presets.gpus) {
    if (gpu.preset == pool.gpu.preset) present = options.size();
    options.push_back({gpu.title, {}, gpu.source});
  }
  const std::string name = pool_path(number, "gpu"), count = pool_path(number, "gpus");
  const std::string label = "Pool " + std::to_string(number + 1);
  const std::string shown = pool.gpu.title.empty() ? "own GPU" : pool.gpu.title;
  if (const auto chosen = combo_row(frame, {name, label, shown, options, present, true})) {
    pool.gpu = frame.presets.gpus[*chosen];
    pool.scale_up_domain = pool.gpu.scale_up_domain;
  }
  const std::vector<double> values = gpu_stops(pool.gpus_per_node.value_or(8), pool.gpus);
  SliderRow row{count, "its GPUs", static_cast<double>(pool.gpus), values, grouped(pool.gpus)};
  row.help = "GPUs of this kind in the cluster.";
  if (const auto chosen = slider_row(frame, row)) pool.gpus = std::max<std::int64_t>(1, std::llround(*chosen));
  if (link_row(frame, pool_path(number, "remove"), "Remove pool " + std::to_string(number + 1))) return std::nullopt;
  return pool;
}

/// Half of the GPUs as they are, the others of the first preset that computes faster or slower.
std::vector<Pool> first_pools(const Scenario& scenario, const Presets& presets) {
  const Cluster& cluster = scenario.cluster;
  const std::int64_t node = std::max<std::int64_t>(1, cluster.gpus_per_node);
  const std::int64_t half = std::max<std::int64_t>(1, cluster.gpus / 2 / node * node);
  Pool second{cluster.gpu, std::max<std::int64_t>(1, cluster.gpus - half), {}, {}, {}};
  const auto other = std::find_if(presets.gpus.begin(), presets.gpus.end(), [&](const Gpu& gpu) {
    return gpu.preset != cluster.gpu.preset && !(gpu.peak_flops == cluster.gpu.peak_flops);
  });
  if (other != presets.gpus.end()) second.gpu = *other;
  return {{cluster.gpu, half, {}, {}, {}}, second};
}

void pools_row(Scenario& scenario, const Frame& frame, std::string_view, std::string_view) {
  std::vector<Pool> pools = scenario.cluster.pools;
  std::vector<Pool> kept;
  for (std::size_t i = 0; i < pools.size(); ++i)
    if (const auto pool = rows_of_pool(pools[i], frame, i))
      kept.push_back(*pool);
    else
      frame.touched = "cluster.gpus";
  if (link_row(frame, "cluster.pools.add", pools.empty() ? "Mix in other GPUs" : "Add a pool")) {
    if (kept.empty())
      kept = first_pools(scenario, frame.presets);
    else
      kept.push_back(kept.back());
    frame.touched = "cluster.gpus";
  }
  if (kept != pools) scenario = with_pools(std::move(scenario), std::move(kept));
}

}  // namespace

std::optional<std::vector<std::int64_t>> torus_axes(std::string_view typed) {
  std::vector<std::int64_t> axes;
  for (std::size_t at = 0; at < typed.size();) {
    if (!is_digit(typed[at])) {
      if (std::string_view(" x,*·×").find(typed[at]) == std::string_view::npos) return std::nullopt;
      ++at;
      continue;
    }
    std::int64_t axis = 0;
    const auto [end, error] = std::from_chars(typed.data() + at, typed.data() + typed.size(), axis);
    if (error != std::errc() || axis < 1) return std::nullopt;
    axes.push_back(axis);
    at = static_cast<std::size_t>(end - typed.data());
  }
  if (axes.size() != 3 || !refusal(*find_field("cluster.topology.torus"), FieldValue(axes)).empty())
    return std::nullopt;
  return axes;
}

Scenario with_pools(Scenario scenario, std::vector<Pool> pools) {
  if (pools.empty()) return scenario;
  scenario.cluster.gpu = pools.front().gpu;
  scenario.cluster.gpus = 0;
  for (const Pool& pool : pools) scenario.cluster.gpus += pool.gpus;
  scenario.cluster.pools = pools.size() > 1 ? std::move(pools) : std::vector<Pool>{};
  return scenario;
}

SectionRows network_rows() {
  static constexpr SectionRow rows[] = {{"plan.rank_order", nullptr, rank_order_row},
                                        {"plan.collective_algorithm"},
                                        {"cluster.topology.kind"},
                                        {"cluster.topology.torus", unless_torus, torus_row},
                                        {"cluster.scale_out_latency_seconds"},
                                        {"cluster.topology.scale_up_reduction", on_torus, scale_up_reduction_row},
                                        {"cluster.topology.scale_out_reduction", on_torus},
                                        {"cluster.topology.rack.oversubscription"},
                                        {"cluster.topology.pod.gpus"},
                                        {"cluster.topology.pod.oversubscription"},
                                        {"cluster.topology.hall.gpus"},
                                        {"cluster.topology.hall.oversubscription"}};
  return rows;
}

SectionRows site_rows() {
  // On one site distance and link still say what the Cluster view's curves ask: what two sites would lose.
  static constexpr SectionRow rows[] = {{"cluster.sites.number", nullptr, number_of_sites_row},
                                        {"cluster.sites.distance_meters", nullptr, distance_row},
                                        {"cluster.sites.bandwidth", nullptr, fibre_row},
                                        {"plan.across_sites", on_one_site},
                                        {"plan.local_steps", on_one_site, local_steps_row},
                                        {"plan.outer_bytes_per_parameter", unless_local_steps},
                                        {"plan.gradient_compression", on_one_site}};
  return rows;
}

SectionRows pool_rows() {
  static constexpr SectionRow rows[] = {{every_pool, nullptr, pools_row}};
  return rows;
}

}  // namespace shardscope
