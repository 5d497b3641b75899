#include "app/panels/scenario/more_rows.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/panels/controls.h"
#include "app/panels/scenario/cluster_sections.h"
#include "app/panels/scenario/heading_words.h"
#include "core/fields/fields.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedules.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

struct MoreSection {
  std::string_view name, title;
  SectionRows rows;
  PanelFields beside = PanelFields::none;                       // with which it stands there without being asked for
  std::string (*in_short)(const Scenario& scenario) = nullptr;  // what is said while it is folded, as it is
};

std::string_view without_experts(const Scenario& scenario, const Frame&) {
  return has_experts(scenario.model) ? "" : "The model has no experts.";
}
std::string_view on_one_stage(const Scenario& scenario, const Frame&) {
  return scenario.plan.pp > 1 ? "" : "One stage sends nothing on.";
}
std::string_view unless_searched(const Scenario&, const Frame& frame) {
  return ways_of(frame.report.scenario.plan).searched() ? "" : "Only a schedule that is searched for has a limit.";
}
std::string_view unless_full(const Scenario&, const Frame& frame) {
  return recompute_mode(frame.report.scenario.plan) == RecomputeMode::full
             ? ""
             : "Only full recomputation is of a number of layers.";
}
std::string_view unless_offloaded(const Scenario&, const Frame& frame) {
  const std::optional<Offload>& offload = frame.report.scenario.plan.offload;
  return offload == Offload::activations || offload == Offload::optimizer
             ? ""
             : "Layers are offloaded beside activations or the optimizer.";
}

constexpr SectionRow overlap_rows[] = {
    {"plan.overlap.dp_grad"}, {"plan.overlap.dp_param"},         {"plan.overlap.tp"},
    {"plan.overlap.cp"},      {"plan.overlap.pp", on_one_stage}, {"plan.overlap.ep", without_experts}};
constexpr SectionRow kernel_rows[] = {{"plan.sequence_parallel"}, {"plan.flash_attention"}, {"plan.fused_kernels"},
                                      {"plan.cuda_graphs"},       {"plan.end_passes"},      {"software.framework"},
                                      {"software.year"},          {"flops_convention"}};
/// What a plan rarely says of its split.
constexpr SectionRow split_rows[] = {
    {"plan.schedule_memory_limit", unless_searched}, {"plan.shard_group"}, {"plan.padded_vocab"}};
/// And how many layers what is recomputed and what is offloaded is of.
constexpr SectionRow state_rows[] = {{"plan.optimizer"},
                                     {"plan.optimizer_dtype"},
                                     {"plan.precision_aware_optimizer"},
                                     {"plan.master_weights"},
                                     {"plan.offload"},
                                     {"plan.fp8_params"},
                                     {"plan.recompute.layers", unless_full},
                                     {"plan.recompute.method", unless_full},
                                     {"plan.offload.activations_layers", unless_offloaded}};
constexpr SectionRow expert_rows[] = {{"plan.etp", without_experts},
                                      {"plan.moe_dispatcher", without_experts},
                                      {"plan.expert_imbalance", without_experts},
                                      {"plan.capacity_factor", without_experts}};
constexpr SectionRow buffer_rows[] = {{"plan.fragmentation"},      {"plan.context_bytes"},   {"plan.workspace_bytes"},
                                      {"plan.communicator_bytes"}, {"plan.bucket_elements"}, {"plan.prefetch_layers"}};
constexpr SectionRow room_rows[] = {
    {"cluster.gpus_per_node"}, {"cluster.scale_up_domain"}, {"cluster.nodes_per_rack"}, {"cluster.pue"}};
constexpr SectionRow failure_rows[] = {{"run.mtbf_gpu_hours"},      {"run.mtbf_node_hours"},
                                       {"run.checkpoint_mode"},     {"run.checkpoint_seconds"},
                                       {"run.storage_bandwidth"},   {"run.checkpoint_interval_seconds"},
                                       {"run.restart_seconds"},     {"run.detection_seconds"},
                                       {"run.node_repair_seconds"}, {"run.planned_stops_per_failure"}};
constexpr SectionRow price_rows[] = {
    {"run.gpu_hour_usd"}, {"run.electricity_usd_per_kwh"}, {"run.grid_co2_kg_per_kwh"}, {"run.amortisation_years"}};
constexpr SectionRow ramp_rows[] = {{"run.batch_ramp_start"}, {"run.batch_ramp_tokens"}, {"run.critical_batch_tokens"}};
constexpr SectionRow jitter_rows[] = {{"run.slow_rank"}, {"run.slow_factor"}, {"run.jitter"}, {"run.jitter_seed"}};

std::string sites_in_short(const Scenario& scenario) {
  const std::int64_t sites = scenario.cluster.sites.number;
  return sites > 1 ? grouped(sites) + " sites" : "one site";
}
std::string pools_in_short(const Scenario& scenario) {
  const auto kinds = static_cast<std::int64_t>(scenario.cluster.pools.size());
  return kinds > 1 ? grouped(kinds) + " kinds of GPU" : "one kind of GPU";
}

std::span<const MoreSection> all_sections() {
  static const std::array<MoreSection, 14> sections = {{
      {"overlap", "Overlap", overlap_rows},
      {"kernels", "Kernels and software", kernel_rows},
      {"split", "Split in detail", split_rows},
      {"state", "State, offload, recomputation", state_rows},
      {"experts", "Experts", expert_rows},
      {"buffers", "Buffers", buffer_rows},
      {"room", "Machine room", room_rows},
      {"failures", "Failures and checkpoints", failure_rows, PanelFields::run},
      {"prices", "Prices", price_rows, PanelFields::run},
      {"ramp", "Batch ramp", ramp_rows, PanelFields::run},
      {"jitter", "Slow GPUs and jitter", jitter_rows},
      {"network", "Network and ranks", network_rows(), PanelFields::cluster},
      {"sites", "Sites", site_rows(), PanelFields::cluster, sites_in_short},
      {"pools", "Pools", pool_rows(), PanelFields::cluster, pools_in_short},
  }};
  return sections;
}

/// Whether the row's field, or the pools, differ from those that an edit goes back to.
bool is_edited(std::string_view path, const Document& document) {
  const Scenario &now = document.said.scenario, &before = document.baseline.scenario;
  if (path == every_pool) return now.cluster.pools != before.cluster.pools;
  const Field* field = find_field(path);
  return field != nullptr && field->get(now) != field->get(before);
}

/// What is said of a section while it is folded, and whether that is worth a look.
struct SectionWords {
  std::string words;
  bool marked = false;
};
SectionWords words_of_section(const MoreSection& section, const Frame& frame) {
  std::int64_t wrong = 0, edited = 0;
  for (const SectionRow& row : section.rows) {
    wrong += problems_at(frame, row.path).empty() ? 0 : 1;
    edited += is_edited(row.path, frame.document) ? 1 : 0;
  }
  if (wrong > 0) return {grouped(wrong, "problem", "problems"), true};
  if (edited > 0) return {grouped(edited) + " edited", true};
  return {section.in_short != nullptr ? section.in_short(frame.document.said.scenario) : std::string(), false};
}

void draw_rows(Scenario& scenario, const Frame& frame, SectionRows rows) {
  for (const SectionRow& row : rows)
    row.draw(scenario, frame, row.path, row.disabled != nullptr ? row.disabled(scenario, frame) : "");
}

bool stands_beside(const MoreSection& section, const PanelState& state) {
  return section.beside != PanelFields::none && section.beside == state.fields;
}

}  // namespace

void more_sections(Scenario& scenario, const Frame& frame, const PanelState& state) {
  for (const bool beside : {true, false})
    for (const MoreSection& each : all_sections()) {
      if (stands_beside(each, state) != beside || (!beside && !state.more)) continue;
      const SectionWords said = words_of_section(each, frame);
      const auto explained = [&] {
        std::vector<std::string_view> paths;
        for (const SectionRow& row : each.rows) paths.push_back(row.path);
        return explain_fold(frame, each.title, said.words, paths);
      };
      if (beside) {
        section(frame, each.title, std::array{said.words}, explained);
        draw_rows(scenario, frame, each.rows);
        continue;
      }
      const bool was = state.open.contains(each.name);
      const bool open = fold_section(frame, each.name, each.title, said.words, said.marked, was, explained);
      if (open && !was) state.open.emplace(each.name);
      if (!open && was) state.open.erase(state.open.find(each.name));
      if (open) draw_rows(scenario, frame, each.rows);
    }
}

void unfold_sections_of(std::span<const std::string> paths, const PanelState& state) {
  for (const MoreSection& each : all_sections()) {
    const bool holds = std::any_of(each.rows.begin(), each.rows.end(), [&](const SectionRow& row) {
      return std::find(paths.begin(), paths.end(), row.path) != paths.end();
    });
    if (!holds || stands_beside(each, state)) continue;
    state.more = true;
    state.open.emplace(each.name);
  }
}

}  // namespace shardscope
