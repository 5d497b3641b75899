// How far a plan lies from what anyone has measured: what a model was never held against may be wrong there.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/base/choice.h"
#include "core/measured/measured.h"

namespace shardscope {

/// Where a run lies: its degrees, its chunks per rank, its micro-batch, how many scale-up domains its tensor and expert
/// groups touch, the model's parameters.
// clang-format off
#define SHARDSCOPE_EVIDENCE_AXIS(axis) \
  axis(tp, "tp") axis(pp, "pp") axis(cp, "cp") axis(ep, "ep") axis(dp, "dp") axis(micro_batch, "micro_batch") \
  axis(virtual_stages, "virtual_stages") \
  axis(tensor_domains, "tensor_domains") axis(expert_domains, "expert_domains") axis(parameters, "parameters")
SHARDSCOPE_TABLE(EvidenceAxis, std::string_view, SHARDSCOPE_EVIDENCE_AXIS)
// clang-format on
inline constexpr std::size_t evidence_axis_count = count_of<EvidenceAxis>;

struct EvidencePlace {
  std::array<double, evidence_axis_count> at{};  // each at least 1
  GpuFamily family = GpuFamily::unknown;
  bool experts = false;
  bool even_experts = false;  // they are spread over ranks, and taken as evenly loaded: in no run they are
  bool unpriced = false;      // what travels to the host and back isn't in the step
};
/// Of a scenario, defaults filled in or not.
[[nodiscard]] EvidencePlace evidence_place(const Scenario& scenario);

/// A measured run and where it lies.
struct EvidenceRun {
  std::string id;
  EvidencePlace place;
};
/// Of the runs that can be read and aren't of low quality.
[[nodiscard]] std::vector<EvidenceRun> evidence_of(std::span<const MeasuredRun> runs);

/// Doublings between two places: the length of the difference of their axes' logarithms to base 2, with two doublings
/// each for another family of GPU and for experts in one of them alone.
[[nodiscard]] double doublings_between(const EvidencePlace& a, const EvidencePlace& b);

struct NearRun {
  const EvidenceRun* run = nullptr;
  double doublings = 0;
};
/// An axis on which a plan goes further than any run with experts, or without, as it is.
struct BeyondEvidence {
  EvidenceAxis axis = EvidenceAxis::tp;
  double plan = 0, most = 0;
};

struct PlanEvidence {
  std::vector<NearRun> nearest;                 // of different places, nearest first
  std::vector<BeyondEvidence> beyond;           // of degrees, chunks and domains
  bool even_experts = false, unpriced = false;  // as the plan's place has it

  /// Whether the plan goes further than what its step rests on.
  [[nodiscard]] bool goes_beyond() const { return !beyond.empty() || unpriced; }
};
/// At most `count` runs. Points into `runs`.
[[nodiscard]] PlanEvidence evidence_near(const EvidencePlace& plan, std::span<const EvidenceRun> runs,
                                         std::size_t count);

}  // namespace shardscope
