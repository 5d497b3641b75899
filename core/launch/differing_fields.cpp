#include "core/launch/differing_fields.h"

#include <algorithm>

#include "core/fields/fields_plan_parts.h"
#include "core/frameworks/scenario_names.h"
#include "core/scenario_json/write.h"
#include "core/transformer/layout.h"

namespace shardscope {

namespace {

bool same_stages(const Scenario& one, const Scenario& other) {
  const std::vector<StageContent> left = stage_layout(one.model, one.plan),
                                  right = stage_layout(other.model, other.plan);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const StageContent& x, const StageContent& y) {
                      return x.layers() == y.layers() && x.moe_layers == y.moe_layers && x.mtp_layers == y.mtp_layers &&
                             x.embedding == y.embedding && x.head == y.head;
                    });
}

bool counts(const Field& part, const Plan& plan) {
  return counts_in(part, recompute_mode(plan), plan.recompute && plan.recompute->layers);
}

}  // namespace

std::vector<const Field*> differing_fields(const Scenario& one, const Scenario& other) {
  std::vector<const Field*> differing;
  const bool stages = same_stages(one, other);
  const auto is_alike = [&](const Field& field) {
    if (field.path == "plan.precision" && scales_alike(one.plan.precision, other.plan.precision)) return true;
    return (is_layout(field.path) && stages) || !differs(field, one, other);
  };
  for (const bool parts : {false, true})
    for (const auto& table : {model_fields(), plan_fields()})
      for (const Field& field : table)
        if (field.parts.empty() != parts && !is_alike(field)) differing.push_back(&field);
  return differing;
}

const Field* differing_part(const Field& field, const Scenario& one, const Scenario& other) {
  if (field.get(one) != field.get(other)) return &field;
  const auto part = std::find_if(field.parts.begin(), field.parts.end(), [&](const Field& each) {
    return each.get(one) != each.get(other) && counts(each, one.plan);
  });
  return part == field.parts.end() ? nullptr : &*part;
}

}  // namespace shardscope
