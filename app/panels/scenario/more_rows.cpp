#include "app/panels/scenario/more_rows.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/panels/controls.h"
#include "app/panels/field_rows.h"
#include "app/panels/scenario/cluster_sections.h"
#include "core/fields/fields.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedules.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

using Paths = std::span<const std::string_view>;

struct MoreSection {
  std::string_view name, title;
  Paths paths;  // of its fields
  void (*rows)(Scenario& scenario, const Frame& frame);
  PanelFields beside = PanelFields::none;                       // with which it stands there without being asked for
  std::string (*in_short)(const Scenario& scenario) = nullptr;  // what is said while it is folded, as it is
};

std::string_view without_experts(const Scenario& scenario) {
  return scenario.model.num_experts <= 0 ? "The model has no experts." : "";
}

void all_rows(Scenario& scenario, const Frame& frame, Paths paths, std::string_view disabled_because = {}) {
  for (const std::string_view path : paths) field_row(scenario, frame, path, disabled_because);
}

constexpr std::array<std::string_view, 6> overlap_paths = {"plan.overlap.dp_grad", "plan.overlap.dp_param",
                                                           "plan.overlap.tp",      "plan.overlap.cp",
                                                           "plan.overlap.pp",      "plan.overlap.ep"};
void overlap_rows(Scenario& scenario, const Frame& frame) {
  all_rows(scenario, frame, Paths(overlap_paths).first(4));
  field_row(scenario, frame, "plan.overlap.pp", scenario.plan.pp > 1 ? "" : "One stage sends nothing on.");
  field_row(scenario, frame, "plan.overlap.ep", without_experts(scenario));
}

constexpr std::array<std::string_view, 8> kernel_paths = {
    "plan.sequence_parallel", "plan.flash_attention", "plan.fused_kernels", "plan.cuda_graphs",
    "plan.end_passes",        "software.framework",   "software.year",      "flops_convention"};
void kernel_rows(Scenario& scenario, const Frame& frame) {
  all_rows(scenario, frame, kernel_paths);
}

/// What a plan rarely says of its split.
constexpr std::array<std::string_view, 3> split_paths = {"plan.schedule_memory_limit", "plan.shard_group",
                                                         "plan.padded_vocab"};
void split_rows(Scenario& scenario, const Frame& frame) {
  const bool searched = ways_of(frame.report.scenario.plan).searched();
  field_row(scenario, frame, split_paths[0], searched ? "" : "Only a schedule that is searched for has a limit.");
  all_rows(scenario, frame, Paths(split_paths).last(2));
}

constexpr std::array<std::string_view, 9> state_paths = {
    "plan.optimizer",        "plan.optimizer_dtype",  "plan.precision_aware_optimizer",
    "plan.master_weights",   "plan.offload",          "plan.fp8_params",
    "plan.recompute.layers", "plan.recompute.method", "plan.offload.activations_layers"};
/// And how many layers what is recomputed and what is offloaded is of.
void state_rows(Scenario& scenario, const Frame& frame) {
  const Plan& plan = frame.report.scenario.plan;
  all_rows(scenario, frame, Paths(state_paths).first(6));
  const bool full = plan.recompute && plan.recompute->mode == RecomputeMode::full;
  all_rows(scenario, frame, Paths(state_paths).subspan(6, 2),
           full ? "" : "Only full recomputation is of a number of layers.");
  const bool offloads = plan.offload == Offload::activations || plan.offload == Offload::optimizer;
  field_row(scenario, frame, state_paths.back(),
            offloads ? "" : "Layers are offloaded beside activations or the optimizer.");
}

constexpr std::array<std::string_view, 4> expert_paths = {"plan.etp", "plan.moe_dispatcher", "plan.expert_imbalance",
                                                          "plan.capacity_factor"};
void expert_rows(Scenario& scenario, const Frame& frame) {
  all_rows(scenario, frame, expert_paths, without_experts(scenario));
}

constexpr std::array<std::string_view, 6> buffer_paths = {"plan.fragmentation",   "plan.context_bytes",
                                                          "plan.workspace_bytes", "plan.communicator_bytes",
                                                          "plan.bucket_elements", "plan.prefetch_layers"};
void buffer_rows(Scenario& scenario, const Frame& frame) {
  all_rows(scenario, frame, buffer_paths);
}

constexpr std::array<std::string_view, 4> room_paths = {"cluster.gpus_per_node", "cluster.scale_up_domain",
                                                        "cluster.nodes_per_rack", "cluster.pue"};
void room_rows(Scenario& scenario, const Frame& frame) {
  all_rows(scenario, frame, room_paths);
}

constexpr std::array<std::string_view, 10> failure_paths = {
    "run.mtbf_gpu_hours",           "run.mtbf_node_hours",   "run.checkpoint_mode",
    "run.checkpoint_seconds",       "run.storage_bandwidth", "run.checkpoint_interval_seconds",
    "run.restart_seconds",          "run.detection_seconds", "run.node_repair_seconds",
    "run.planned_stops_per_failure"};
void failure_rows(Scenario& scenario, const Frame& frame) {
  all_rows(scenario, frame, failure_paths);
}

constexpr std::array<std::string_view, 4> price_paths = {"run.gpu_hour_usd", "run.electricity_usd_per_kwh",
                                                         "run.grid_co2_kg_per_kwh", "run.amortisation_years"};
void price_rows(Scenario& scenario, const Frame& frame) {
  all_rows(scenario, frame, price_paths);
}

constexpr std::array<std::string_view, 3> ramp_paths = {"run.batch_ramp_start", "run.batch_ramp_tokens",
                                                        "run.critical_batch_tokens"};
void ramp_rows(Scenario& scenario, const Frame& frame) {
  all_rows(scenario, frame, ramp_paths);
}

constexpr std::array<std::string_view, 4> jitter_paths = {"run.slow_rank", "run.slow_factor", "run.jitter",
                                                          "run.jitter_seed"};
void jitter_rows(Scenario& scenario, const Frame& frame) {
  all_rows(scenario, frame, jitter_paths);
}

constexpr std::array<std::string_view, 12> network_paths = {"plan.rank_order",
                                                            "plan.collective_algorithm",
                                                            "cluster.topology.kind",
                                                            "cluster.topology.torus",
                                                            "cluster.scale_out_latency_seconds",
                                                            "cluster.topology.scale_up_reduction",
                                                            "cluster.topology.scale_out_reduction",
                                                            "cluster.topology.rack.oversubscription",
                                                            "cluster.topology.pod.gpus",
                                                            "cluster.topology.pod.oversubscription",
                                                            "cluster.topology.hall.gpus",
                                                            "cluster.topology.hall.oversubscription"};
constexpr std::array<std::string_view, 7> site_paths = {
    "cluster.sites.number", "cluster.sites.distance_meters",  "cluster.sites.bandwidth",  "plan.across_sites",
    "plan.local_steps",     "plan.outer_bytes_per_parameter", "plan.gradient_compression"};

std::string sites_in_short(const Scenario& scenario) {
  const std::int64_t sites = scenario.cluster.sites.number;
  return sites > 1 ? grouped(sites) + " sites" : "one site";
}
std::string pools_in_short(const Scenario& scenario) {
  const auto kinds = static_cast<std::int64_t>(scenario.cluster.pools.size());
  return kinds > 1 ? grouped(kinds) + " kinds of GPU" : "one kind of GPU";
}

constexpr std::array<MoreSection, 14> more = {{
    {"overlap", "Overlap", overlap_paths, overlap_rows},
    {"kernels", "Kernels and software", kernel_paths, kernel_rows},
    {"split", "Split in detail", split_paths, split_rows},
    {"state", "State, offload, recomputation", state_paths, state_rows},
    {"experts", "Experts", expert_paths, expert_rows},
    {"buffers", "Buffers", buffer_paths, buffer_rows},
    {"room", "Machine room", room_paths, room_rows},
    {"failures", "Failures and checkpoints", failure_paths, failure_rows, PanelFields::run},
    {"prices", "Prices", price_paths, price_rows, PanelFields::run},
    {"ramp", "Batch ramp", ramp_paths, ramp_rows, PanelFields::run},
    {"jitter", "Slow GPUs and jitter", jitter_paths, jitter_rows},
    {"network", "Network and ranks", network_paths, network_rows, PanelFields::cluster},
    {"sites", "Sites", site_paths, sites_rows, PanelFields::cluster, sites_in_short},
    {"pools", "Pools", {}, pools_rows, PanelFields::cluster, pools_in_short},
}};

/// What is said of a section while it is folded, and whether that is worth a look.
struct SectionWords {
  std::string words;
  bool marked = false;
};
SectionWords words_of_section(const MoreSection& section, const Frame& frame) {
  const Scenario& now = frame.document.said.scenario;
  std::int64_t wrong = 0, edited = 0;
  for (const std::string_view path : section.paths) {
    wrong += problems_at(frame, path).empty() ? 0 : 1;
    const Field* field = find_field(path);
    edited += field != nullptr && field->get(now) != field->get(frame.document.baseline.scenario) ? 1 : 0;
  }
  if (wrong > 0) return {grouped(wrong, "problem", "problems"), true};
  if (edited > 0) return {grouped(edited) + " edited", true};
  return {section.in_short != nullptr ? section.in_short(now) : std::string(), false};
}

bool stands_beside(const MoreSection& section, const PanelState& state) {
  return section.beside != PanelFields::none && section.beside == state.fields;
}

}  // namespace

void more_sections(Scenario& scenario, const Frame& frame, const PanelState& state) {
  for (const bool beside : {true, false})
    for (const MoreSection& each : more) {
      if (stands_beside(each, state) != beside || (!beside && !state.more)) continue;
      const SectionWords said = words_of_section(each, frame);
      if (beside) {
        section(frame, each.title, std::array{said.words});
        each.rows(scenario, frame);
        continue;
      }
      const bool was = state.open.contains(each.name);
      const bool open = fold_section(frame, each.name, each.title, said.words, said.marked, was);
      if (open && !was) state.open.emplace(each.name);
      if (!open && was) state.open.erase(state.open.find(each.name));
      if (open) each.rows(scenario, frame);
    }
}

}  // namespace shardscope
