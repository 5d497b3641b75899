#include "app/output/plans/plan_words.h"

#include <algorithm>
#include <cctype>

#include "core/fields/fields.h"
#include "core/plan_search/space/plan_axes.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedules.h"
#include "render/text/format.h"

namespace shardscope {

std::string axis_text(const SearchRequest& request, const PlanChoice& choice, PlanAxis axis) {
  Plan plan;
  if (axis == PlanAxis::recompute_layers)
    axis_ways(PlanAxis::recompute).put(plan, value_at(choice, PlanAxis::recompute), request.space);
  axis_ways(axis).put(plan, value_at(choice, axis), request.space);
  return axis_ways(axis).text(plan);
}

std::string axis_label(const SearchRequest& request, const PlanChoice& choice, PlanAxis axis) {
  const std::int64_t value = value_at(choice, axis);
  if (axis == PlanAxis::schedule) return std::string(short_title_of(static_cast<ScheduleKind>(value)));
  if (axis == PlanAxis::recompute)
    return std::string(label_of(request.space.recomputes[static_cast<std::size_t>(value)].mode));
  if (!axis_ways(axis).is_place) return grouped(value);
  if (axis == PlanAxis::offload) return std::string(label_of(request.space.offloads[static_cast<std::size_t>(value)]));
  std::string text = axis_text(request, choice, axis);
  if (text == "default") return "As it is";
  std::replace(text.begin(), text.end(), '_', ' ');
  if (axis != PlanAxis::rank_order) text.front() = static_cast<char>(std::toupper(text.front()));
  return text;
}

std::string_view short_name(PlanAxis axis) {
  const std::string_view path = entry_of(axis), label = brief_label(path);
  return label == path ? path.substr(path.find('.') + 1) : label;  // overlap is no field but a group of them
}

std::string choice_words(const SearchRequest& request, const PlanChoice& choice) {
  std::string words;
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  for (const PlanAxis axis : {PlanAxis::tp, PlanAxis::pp, PlanAxis::dp, PlanAxis::ep, PlanAxis::cp}) {
    const bool always = axis == PlanAxis::tp || axis == PlanAxis::pp || axis == PlanAxis::dp;
    if (always || value_at(choice, axis) > 1)
      add(std::string(short_name(axis)) + " " + grouped(value_at(choice, axis)));
  }
  if (value_at(choice, PlanAxis::micro_batch) > 1)
    add("micro-batch " + grouped(value_at(choice, PlanAxis::micro_batch)));
  if (value_at(choice, PlanAxis::pp) > 1) {
    const std::int64_t chunks = value_at(choice, PlanAxis::virtual_stages);
    add(axis_label(request, choice, PlanAxis::schedule) +
        (chunks > 1 ? " with " + grouped(chunks) + " chunks" : std::string()));
  }
  add("ZeRO " + grouped(value_at(choice, PlanAxis::zero)));
  const RecomputeMode mode =
      request.space.recomputes[static_cast<std::size_t>(value_at(choice, PlanAxis::recompute))].mode;
  const std::int64_t layers = value_at(choice, PlanAxis::recompute_layers);
  if (mode != RecomputeMode::none)
    add(std::string(json_name(mode)) + " recomputation" +
        (layers > 0 ? " of " + grouped(layers) + " layers per stage" : ""));
  if (value_at(choice, PlanAxis::etp) > 1) add("ETP " + grouped(value_at(choice, PlanAxis::etp)));
  for (const PlanAxis axis :
       {PlanAxis::shard_group, PlanAxis::offload, PlanAxis::sequence_parallel, PlanAxis::overlap, PlanAxis::rank_order})
    if (value_at(choice, axis) > 0) {
      std::string label(short_name(axis));
      label.front() = static_cast<char>(std::tolower(label.front()));
      add(label + " " + axis_text(request, choice, axis));
    }
  return words;
}

std::string beyond_words(const PlanEvidence& evidence) {
  std::string words;
  for (const BeyondEvidence& each : evidence.beyond) {
    std::string axis(name_of(each.axis));
    std::replace(axis.begin(), axis.end(), '_', ' ');
    words += (words.empty() ? "beyond: " : ", ") + axis + " " + fixed(each.plan, 0) + " of " + fixed(each.most, 0);
  }
  return words;
}

std::optional<std::string> evidence_words(const SearchRequest& request, const FoundPlan& plan,
                                          std::span<const EvidenceRun> runs) {
  const PlanEvidence evidence =
      evidence_near(evidence_place(with_choice(request.base, plan.choice, request.space)), runs, 1);
  if (evidence.nearest.empty()) return std::nullopt;
  const NearRun& near = evidence.nearest.front();
  const std::string beyond = beyond_words(evidence);
  return fixed(near.doublings, 1) + " from " + near.run->id + (beyond.empty() ? "" : "; " + beyond) +
         (evidence.even_experts ? "; experts taken as evenly loaded" : "") +
         (evidence.unpriced ? "; traffic with the host isn't priced" : "");
}

}  // namespace shardscope
