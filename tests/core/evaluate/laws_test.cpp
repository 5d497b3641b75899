// Laws that every report keeps, tried on random valid scenarios: each on its own account in a table, some on every
// scenario, those that evaluate another one in turn. SHARDSCOPE_RANDOM_SCENARIOS=50000 tries all of them on so many,
// SHARDSCOPE_RANDOM_SEED=77 on others.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/rule_names.h"
#include "core/evaluate/evaluate.h"
#include "core/report_json/report_json.h"
#include "core/scenario/software_traits.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "tests/core/evaluate/random_scenarios.h"
#include "tests/core/evaluate/violation.h"

using namespace shardscope;

namespace {

using Json = nlohmann::ordered_json;

double step_of(const Report& report) {
  return report.time ? report.time->step.value : 0;
}

bool is_trained(const Scenario& scenario) {
  return runs_backward(scenario.plan);
}

/// Schedules whose order follows from the counts alone. The others are searched for by a heuristic that may find less
/// with more: ZB-auto's step is up to 2% longer with a faster stage in some 4 of 100 cases (zb_auto.h).
bool is_fixed(const Scenario& scenario) {
  return !ways_of(scenario.plan).searched();
}

// What holds of a report by itself.

/// The first null that isn't a figure's absence, as "/memory/stages/0/total_bytes". number() makes null of what isn't
/// finite.
std::string first_null(const Json& json, const std::string& path) {
  if (json.is_null()) return path;
  if (json.is_number_float() && !std::isfinite(json.get<double>())) return path;
  if (!json.is_structured()) return "";
  for (const auto& [key, value] : json.items()) {
    // Said of some only.
    if (key == "unit" || key == "tensors" || key == "calibration") continue;
    if (const std::string found = first_null(value, path + "/" + key); !found.empty()) return found;
  }
  return "";
}

Violation no_figure_is_infinite(const Scenario&, const Report& report) {
  if (!report.time) return "";
  const Json json = report_json(report, TensorLists::none);
  for (const char* section : {"memory", "time", "throughput", "pipeline", "parameters"})
    if (const std::string found = first_null(json.at(section), std::string("/") + section); !found.empty())
      return found + " isn't a number";
  for (const Communication& row : report.communication)
    if (!std::isfinite(row.time.value + row.exposed.value + row.bytes_per_gpu_per_step.value +
                       row.algorithm_bandwidth.value + row.bus_bandwidth.value))
      return std::string(name_of(row.kind)) + " has a row that isn't finite";
  for (const LevelLoad& level : report.network)
    if (!std::isfinite(level.load + level.bytes.value + level.busy.value)) return "a level's load isn't finite";
  return report.run.days.has_value() == tests::trains(report.scenario) ? "" : "the run has no days";
}

Violation parts_of_memory_sum(const Scenario&, const Report& report) {
  double peak = 0;
  for (const StageMemory& stage : report.memory.stages) {
    double parts = 0, components = 0;
    std::array<double, memory_component_count> by_component = {};
    for (const MemoryPart& part : stage.parts) {
      if (part.bytes.value < 0) return std::string(name_of(part)) + " is negative";
      parts += part.bytes.value, by_component[index_of(part.component)] += part.bytes.value;
    }
    for (std::size_t i = 0; i < by_component.size(); ++i) {
      const double component = stage.component(static_cast<MemoryComponent>(i)).value;
      components += component;
      if (const Violation violation = unless_equal("a component's parts", by_component[i], component);
          !violation.empty())
        return violation;
    }
    const Violation violation = first_of({unless_equal("parts", parts, stage.total.value),
                                          unless_equal("components", components, stage.total.value),
                                          unless_less("allocated", stage.allocated.value, stage.reserved.value),
                                          unless_less("reserved", stage.reserved.value, stage.total.value)});
    if (!violation.empty()) return violation;
    peak = std::max(peak, stage.total.value);
  }
  if (report.pools && report.pools->by_stages) return "";  // the peak is then that of the GPU with least room
  return unless_equal("the fullest stage", peak, report.memory.peak.value);
}

Violation parts_of_the_step_sum(const Scenario&, const Report& report) {
  if (!report.time) return "";
  const TimeReport& time = *report.time;
  for (const Seconds part :
       {time.breakdown.compute_at_peak, time.breakdown.compute_below_peak, time.breakdown.recompute,
        time.breakdown.tp_comm, time.breakdown.cp_comm, time.breakdown.ep_comm, time.breakdown.pp_comm,
        time.breakdown.dp_comm, time.breakdown.bubble, time.breakdown.optimizer, time.breakdown.other})
    if (std::signbit(part.value))
      return "a part of the step has a sign: " + figure(part.value);  // nor -0.0 in the JSON
  for (std::size_t r = 0; r < report.timeline->busy.size(); ++r) {
    const Seconds sum = report.timeline->busy[r] + time.stages[r].idle;
    const Violation violation =
        unless_equal("busy and idle of a stage", sum.value, report.timeline->makespan.value, 1e-6);
    if (!violation.empty()) return violation;
  }
  return first_of({unless_equal("the breakdown", time.breakdown.total().value, time.step.value),
                   unless_less("the range's low end", time.range.low.value, time.step.value),
                   unless_less("the step", time.step.value, time.range.high.value),
                   unless_less("the makespan", report.timeline->makespan.value, time.step.value)});
}

Violation parameters_sum(const Scenario& scenario, const Report& report) {
  const ParameterCounts& counts = report.parameters;
  std::int64_t by_component = 0;
  for (const std::int64_t count : counts.by_component) by_component += count;
  if (by_component != counts.total) return "the components' parameters aren't the total";
  if (counts.active > counts.total) return "more parameters are active than there are";
  return scenario.model.num_experts > 0 || counts.active == counts.total ? "" : "a dense model isn't all active";
}

/// A valid plan whose step isn't known has a problem that says what keeps it from being timed.
Violation no_step_has_a_reason(const Scenario&, const Report& report) {
  if (!report.valid || report.time) return "";
  const auto says_why = [](const Problem& problem) {
    return problem.origin == Origin::schedule || problem.rule == rule_name::step_unknown;
  };
  const bool said = std::any_of(report.problems.begin(), report.problems.end(), says_why);
  return said ? "" : "the step is unknown and nothing says why";
}

/// MFU by a convention that counts what kernels skip is the hardware's share too, as that convention has it.
Violation mfu_is_at_most_hfu(const Scenario&, const Report& report) {
  return report.throughput ? unless_less("MFU", report.throughput->mfu, report.throughput->hfu) : "";
}

// What holds between a report and that of another scenario.

Report changed(const Scenario& scenario, const std::function<void(Scenario&)>& change) {
  Scenario other = scenario;
  change(other);
  return evaluate(other);
}

/// The step with one figure doubled. It may be longer with an order that is searched for, and over pools, which are
/// shared anew; else by next to nothing, which two simplifications leave: that no forward waits for its parameters,
/// also where it has time to (seed 77, scenario 284: passes of the first stage that others wait for anyway are
/// shorter, so its gathers set off sooner, and the step is 0.002% longer with twice the FLOP/s), and that what passes
/// lose to an exchange beside them is added at the rank's end, also where it waited before (scenario 5244: 0.009%).
Violation never_slower(const Scenario& scenario, const Report& report, const char* what,
                       const std::function<void(Scenario&)>& change) {
  const Report better = changed(scenario, change);
  if (report.time.has_value() != better.time.has_value()) return std::string(what) + " takes the step away";
  Violation memory = unless_less(what, better.memory.peak.value, report.memory.peak.value);
  if (!memory.empty() && is_fixed(scenario) && !report.pools) return "memory with " + memory;
  if (!is_fixed(scenario) || report.pools) return "";
  return unless_less(what, step_of(better), step_of(report), next_to_nothing);
}

Violation faster_memory_never_slows(const Scenario& scenario, const Report& report) {
  return never_slower(scenario, report, "twice the memory bandwidth", [](Scenario& s) {
    s.cluster.gpu.memory_bandwidth *= 2;
    for (Pool& pool : s.cluster.pools) pool.gpu.memory_bandwidth *= 2;
  });
}

Violation faster_products_never_slow(const Scenario& scenario, const Report& report) {
  return never_slower(scenario, report, "twice the FLOP/s", [](Scenario& s) {
    PeakFlops& peaks = s.cluster.gpu.peak_flops;
    for (std::optional<double>* peak : {&peaks.fp32, &peaks.tf32, &peaks.fp16, &peaks.bf16, &peaks.fp8, &peaks.fp4})
      if (*peak) **peak *= 2;
    if (s.cluster.gpu.tdp_watts) *s.cluster.gpu.tdp_watts *= 2;
  });
}

Violation faster_links_never_slow(const Scenario& scenario, const Report& report) {
  return never_slower(scenario, report, "twice the scale-up links", [](Scenario& s) {
    s.cluster.gpu.scale_up_bandwidth *= 2;
    for (Pool& pool : s.cluster.pools) pool.gpu.scale_up_bandwidth *= 2;
  });
}

Violation faster_network_never_slows(const Scenario& scenario, const Report& report) {
  return never_slower(scenario, report, "twice the network", [](Scenario& s) {
    s.cluster.scale_out_bandwidth *= 2;
    for (Pool& pool : s.cluster.pools)
      if (pool.scale_out_bandwidth) *pool.scale_out_bandwidth *= 2;
  });
}

/// Weights, gradients and optimizer of the fullest rank, without what is gathered for use (a whole layer, where ZeRO 3
/// shards weights that a small model has less of than that) and what pads the shards (one value a matrix of a million
/// is much, of a vector of eight over sixteen GPUs it is all).
double state_of(const Report& report) {
  double most = 0;
  for (const StageMemory& stage : report.memory.stages) {
    double state = 0;
    for (const MemoryPart& part : stage.parts)
      if (part.component <= MemoryComponent::optimizer && use_of(part.kind) != PartUse::gathered &&
          part.kind != PartKind::shard_padding)
        state += part.bytes.value;
    most = std::max(most, state);
  }
  return most;
}

/// FSDP's gradients take turns with the activations where a step has one backward pass, so that less of either shows
/// as the other grows: compared without them. Pools share the layers anew (scenario 21345).
Violation state_falls_with_zero(const Scenario& scenario, const Report& report) {
  if (!is_trained(scenario) || report.pools || state_traits_of(scenario.software).frees_gradients) return "";
  double before = 0;
  for (std::int64_t zero = 0; zero <= 3; ++zero) {
    const double state = state_of(changed(scenario, [&](Scenario& s) { s.plan.zero = zero; }));
    if (zero > 0)
      if (const Violation violation = unless_less("state with a ZeRO stage more", state, before, 1e-6);
          !violation.empty())
        return violation;
    before = state;
  }
  return "";
}

double activations_of(const Report& report) {
  double most = 0;
  for (const StageMemory& stage : report.memory.stages) {
    double sum = stage.activations.value;
    for (const MemoryPart& part : stage.parts)
      if (part.kind == PartKind::freed_blocks) sum += part.bytes.value;
    most = std::max(most, sum);
  }
  return most;
}

/// Where the backward is split, what was recomputed stays until the weight gradient's pass: ZB-H1's last rank then
/// holds p micro-batches of it, and more than without (zb_h.cpp says so). And of activations on the host fully
/// recomputed layers keep their inputs on the GPU, where the others leave nothing. Pools share the batch anew, of which
/// GPipe holds as much as a replica gets (scenario 5755).
Violation activations_fall_with_recomputation(const Scenario& scenario, const Report& report) {
  if (!is_trained(scenario) || splits_backward(scenario.plan) || report.pools) return "";
  if (scenario.plan.offload == Offload::activations || offloads_layers(scenario.plan)) return "";
  double before = 0;
  for (const RecomputeMode mode : {RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full}) {
    const double held = activations_of(changed(scenario, [&](Scenario& s) {
      s.plan.recompute = Recompute{};
      s.plan.recompute->mode = mode;
      s.plan.recompute->modules.core_attn = mode == RecomputeMode::selective;
    }));
    if (mode != RecomputeMode::none)
      if (const Violation violation = unless_less("activations with more recomputation", held, before);
          !violation.empty())
        return violation;
    before = held;
  }
  return "";
}

/// Of pools the peak is that of the GPU with least room, which may be another pool's then (scenario 5515).
Violation offload_never_adds(const Scenario& scenario, const Report& report) {
  if (report.pools) return "";
  const double kept = changed(scenario, [](Scenario& s) {
                        s.plan.offload = Offload::none;
                        s.plan.offload_activations_layers.reset();
                      }).memory.peak.value;
  const double offloaded = changed(scenario, [](Scenario& s) {
                             s.plan.offload = Offload::activations;
                             s.plan.offload_activations_layers.reset();
                           }).memory.peak.value;
  return unless_less("memory with activations on the host", offloaded, kept);
}

/// Of the pipeline's makespan. More micro-batches fill more of it. Jitter draws other times for each; and orders that
/// go back (a V's, a mirrored schedule's) or split the backward are made for equal passes: of unequal stages each
/// further micro-batch may wait anew, so that the share tends to the steady state's from below (scenario 1170 here,
/// V-Half over four ranks: 44% of 8 micro-batches, 46% of 16). With interleaved chunks that is seen too, by less than a
/// hundredth of the share (scenario 1830). Over sites a pipeline's first micro-batches share one way through the fibre,
/// each later one waits for its own there and back (scenario 6927: 1F1B over sixteen ranks, 76% of 16, 77% of 32).
Violation bubble_never_grows(const Scenario& scenario, const Report& report) {
  if (!report.timeline || !is_fixed(scenario) || scenario.run.jitter > 0 || report.pools) return "";
  if (splits_backward(scenario.plan) || ways_of(scenario.plan).placement != StagePlacement::loop) return "";
  if (scenario.cluster.sites.number > 1) return "";
  const Report longer = changed(scenario, [](Scenario& s) { s.plan.global_batch *= 2; });
  if (!longer.timeline) return "";
  return unless_less("the bubble with twice the micro-batches", longer.timeline->bubble_fraction(),
                     report.timeline->bubble_fraction(), 0.01);
}

Violation a_larger_vocabulary_never_needs_less(const Scenario& scenario, const Report& report) {
  if (report.pools) return "";
  const Report larger = changed(scenario, [](Scenario& s) {
    s.model.vocab_size += s.model.vocab_size / 16;
    s.plan.padded_vocab.reset();
  });
  if (!larger.valid || is_fixed(scenario) != is_fixed(larger.scenario)) return "";
  return is_fixed(scenario) ? unless_less("memory with fewer words", report.memory.peak.value, larger.memory.peak.value)
                            : "";
}

/// A cluster of two pools of the same GPUs holds the same as a cluster of one kind. Its step may be another: pools have
/// whole replicas, so that ranks are placed otherwise; and so may an order that is searched for by the passes' times.
Violation equal_pools_hold_the_same(const Scenario& scenario, const Report&) {
  if (!scenario.cluster.pools.empty() || scenario.cluster.sites.number > 1 || !is_fixed(scenario)) return "";
  const std::int64_t replica = scenario.plan.tp * scenario.plan.pp * scenario.plan.cp, dp = *scenario.plan.dp;
  if (dp < 2) return "";
  const auto pooled = [&](Scenario& s) {
    s.cluster.pools = {{s.cluster.gpu, replica * (dp / 2), {}, {}, {}},
                       {s.cluster.gpu, replica * (dp - dp / 2), {}, {}, {}}};
    s.cluster.gpus = replica * dp;
  };
  const Report one = changed(scenario, [&](Scenario& s) { s.cluster.gpus = replica * dp; });
  const Report two = changed(scenario, pooled);
  if (!two.valid || !two.pools || two.pools->by_stages) return "";
  const std::int64_t replicas = two.pools->shares[0].replicas + two.pools->shares[1].replicas;
  return replicas == dp ? unless_equal("memory of equal pools", two.memory.peak.value, one.memory.peak.value) : "";
}

/// What evaluate() filled in is what it takes as said, and files as said and as evaluated are read back as they were.
Violation said_in_two_ways(const Scenario& scenario, const Report& report) {
  const std::string own = report_json(report, TensorLists::none).dump();
  const auto differs = [&](const char* what, const std::string& text) -> Violation {
    const Outcome<ParsedScenario> read = parse_scenario(text, all_presets());
    if (!succeeded(read)) return std::string(what) + " isn't read back: " + problems_of(read).front().message;
    const std::string again = report_json(evaluate(value_of(read).said.scenario), TensorLists::none).dump();
    if (again == own) return "";
    const auto [a, b] = std::mismatch(own.begin(), own.end(), again.begin(), again.end());
    const auto at = static_cast<std::size_t>(a - own.begin());
    const std::size_t from = at > 60 ? at - 60 : 0;
    return std::string(what) + " gives another report: " + own.substr(from, 120) + " | " + again.substr(from, 120);
  };
  const Violation file = differs("the file", write_scenario(scenario, all_presets()));
  if (!file.empty()) return file;
  if (report_json(evaluate(report.scenario), TensorLists::none).dump() != own)
    return "the scenario as evaluated gives another report";
  return differs("the echo", evaluated_json(report.scenario).dump());
}

struct Law {
  const char* name;
  Violation (*broken_by)(const Scenario&, const Report&);
};
constexpr Law of_one[] = {
    {"no figure is infinite", no_figure_is_infinite}, {"parts of memory sum", parts_of_memory_sum},
    {"parts of the step sum", parts_of_the_step_sum}, {"parameters sum", parameters_sum},
    {"MFU is at most HFU", mfu_is_at_most_hfu},       {"no step has a reason", no_step_has_a_reason},
};
constexpr Law of_two[] = {
    {"faster memory never slows", faster_memory_never_slows},
    {"faster products never slow", faster_products_never_slow},
    {"faster links never slow", faster_links_never_slow},
    {"a faster network never slows", faster_network_never_slows},
    {"state falls with ZeRO", state_falls_with_zero},
    {"activations fall with recomputation", activations_fall_with_recomputation},
    {"offload never adds", offload_never_adds},
    {"the bubble never grows", bubble_never_grows},
    {"a larger vocabulary never needs less", a_larger_vocabulary_never_needs_less},
    {"equal pools hold the same", equal_pools_hold_the_same},
    {"said in two ways", said_in_two_ways},
};

/// Tries the laws on so many scenarios: those of one report, and of those that change a scenario one after the other,
/// or all.
void try_laws(int count, std::uint64_t seed, bool all) {
  tests::WholeScenarios random(seed);
  std::vector<std::string> broken;
  std::size_t turn = 0, timed = 0;
  for (int i = 0; i < count; ++i) {
    const Scenario scenario = random.next();
    const Report report = evaluate(scenario);
    timed += report.time.has_value() ? 1 : 0;
    const auto keep = [&](const Law& law) {
      if (const Violation violation = law.broken_by(scenario, report); !violation.empty())
        broken.push_back(std::to_string(i) + ", " + law.name + ": " + violation);
    };
    for (const Law& law : of_one) keep(law);
    for (std::size_t l = 0; l < std::size(of_two); ++l)
      if (all || l == turn) keep(of_two[l]);
    turn = (turn + 1) % std::size(of_two);
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(broken.size(), 20); ++i) MESSAGE(broken[i]);
  CHECK(broken.empty());
  CHECK(timed > static_cast<std::size_t>(count) * 9 / 10);
}

}  // namespace

TEST_CASE("every report keeps the laws" * doctest::test_suite("long")) {
  constexpr int usual = 2000;
  const int count = tests::scenarios_to_try(usual);
  try_laws(count, tests::seed_to_try(21), count > usual);
}

TEST_CASE("a few reports keep the laws, as quickly as sanitizers need it") {
  try_laws(150, 22, false);
}
