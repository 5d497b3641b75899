// A scenario as names and values, in the vocabulary of the frameworks' rules and flags.
#pragma once

#include "core/expressions/value.h"
#include "core/fields/fields.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Every field of model and plan under its JSON path (a choice as its JSON name, None where absent), and besides:
/// plan.recompute.{mode,method,layers,modules}; plan.layout, Megatron's layout string where stages aren't even;
/// plan.stage_list, layers per stage; model.moe_pattern_text, "([0]*3+[1]*58)" where not every layer is MoE;
/// world_size, the GPUs that train; microbatches; gpus_per_node. `filled` by with_defaults().
[[nodiscard]] Names names_of(const Scenario& filled);

/// A field's value; a choice as its JSON name, None where absent.
[[nodiscard]] Value field_value(const Field& field, const Scenario& scenario);

/// Several names of one scale per tensor, from its present values: a framework that says one of them says all.
[[nodiscard]] bool scales_alike(Precision one, Precision other);

/// The model's fields alone.
void add_model_names(Names& names, const Model& filled);

/// What follows from names that are there: layout_symbols and layout_stages from plan.layout, and from
/// model.moe_pattern (a number or a list of 0 and 1, one per layer) the MoE layers of the model.
void derive_names(Names& names);

}  // namespace shardscope
