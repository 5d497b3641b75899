#include "core/plan_search/evidence.h"

#include <algorithm>
#include <cmath>

#include "core/base/saturating.h"
#include "core/cluster/group_span.h"
#include "core/measured/run_group.h"
#include "core/scenario/plan_counts.h"
#include "core/transformer/parameter_counts.h"

namespace shardscope {

namespace {

double& axis_at(EvidencePlace& place, EvidenceAxis axis) {
  return place.at[index_of(axis)];
}

/// Further than others have gone on these a plan rests on nothing; more replicas, say, are of the kind that others had.
constexpr std::array telling_axes = {EvidenceAxis::tp,
                                     EvidenceAxis::pp,
                                     EvidenceAxis::cp,
                                     EvidenceAxis::ep,
                                     EvidenceAxis::virtual_stages,
                                     EvidenceAxis::tensor_domains,
                                     EvidenceAxis::expert_domains};

bool is_same_place(const EvidencePlace& a, const EvidencePlace& b) {
  return a.at == b.at && a.family == b.family && a.experts == b.experts;
}

}  // namespace

EvidencePlace evidence_place(const Scenario& scenario) {
  const Scenario filled = with_defaults(scenario);
  const Plan& plan = filled.plan;
  const auto domains = [&](GroupKind kind) { return degree(group_span(kind, filled.cluster, plan).domains); };
  EvidencePlace place;
  axis_at(place, EvidenceAxis::tp) = degree(plan.tp), axis_at(place, EvidenceAxis::pp) = degree(plan.pp);
  axis_at(place, EvidenceAxis::cp) = degree(plan.cp), axis_at(place, EvidenceAxis::ep) = degree(plan.ep);
  axis_at(place, EvidenceAxis::dp) = degree(replicas_of(plan));
  axis_at(place, EvidenceAxis::micro_batch) = degree(plan.micro_batch);
  axis_at(place, EvidenceAxis::virtual_stages) = degree(plan.virtual_stages);
  axis_at(place, EvidenceAxis::tensor_domains) = domains(GroupKind::tp);
  axis_at(place, EvidenceAxis::expert_domains) = domains(GroupKind::ep);
  const ParameterCounts counts = count_parameters(filled.model, plan, stage_layout(filled.model, plan));
  axis_at(place, EvidenceAxis::parameters) = std::max(1.0, static_cast<double>(counts.total));
  place.family = filled.cluster.gpu.family;
  place.experts = has_experts(filled.model);
  place.unpriced = plan.offload != Offload::none;
  place.even_experts = place.experts && plan.ep > 1 && plan.expert_imbalance == 1;
  return place;
}

std::vector<EvidenceRun> evidence_of(std::span<const MeasuredRun> runs) {
  std::vector<EvidenceRun> evidence;
  for (const MeasuredRun& run : runs)
    if (run.scenario && !is_low(run)) evidence.push_back({run.id, evidence_place(*run.scenario)});
  return evidence;
}

double doublings_between(const EvidencePlace& a, const EvidencePlace& b) {
  constexpr double of_another_kind = 2;
  double squares = 0;
  for (std::size_t i = 0; i < evidence_axis_count; ++i) {
    const double doublings = std::log2(a.at[i] / b.at[i]);
    squares += doublings * doublings;
  }
  for (const bool differs : {a.family != b.family, a.experts != b.experts})
    squares += differs ? of_another_kind * of_another_kind : 0;
  return std::sqrt(squares);
}

PlanEvidence evidence_near(const EvidencePlace& plan, std::span<const EvidenceRun> runs, std::size_t count) {
  std::vector<NearRun> all;
  for (const EvidenceRun& run : runs) all.push_back({&run, doublings_between(plan, run.place)});
  std::stable_sort(all.begin(), all.end(),
                   [](const NearRun& a, const NearRun& b) { return a.doublings < b.doublings; });
  PlanEvidence evidence;
  evidence.even_experts = plan.even_experts, evidence.unpriced = plan.unpriced;
  for (const NearRun& near : all) {
    if (evidence.nearest.size() >= count) break;
    const bool told = std::any_of(evidence.nearest.begin(), evidence.nearest.end(), [&](const NearRun& other) {
      return is_same_place(other.run->place, near.run->place);
    });
    if (!told) evidence.nearest.push_back(near);
  }
  for (const EvidenceAxis axis : telling_axes) {
    double most = 1;
    for (const EvidenceRun& run : runs)
      if (run.place.experts == plan.experts) most = std::max(most, run.place.at[index_of(axis)]);
    if (plan.at[index_of(axis)] > most) evidence.beyond.push_back({axis, plan.at[index_of(axis)], most});
  }
  return evidence;
}

}  // namespace shardscope
