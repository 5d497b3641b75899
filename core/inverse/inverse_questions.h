// core/inverse: not the best plan of a scenario, but the least or the most that will do: how few GPUs, which kind of
// them, how long a sequence. In: a scenario, what may vary of its plan and what a plan must keep. Out: what was tried
// (inverse_run.h), each a search of core/plan_search over the scenario with one thing changed, and the answer with its
// plan.
//
// The questions.
#pragma once

#include <string_view>

#include "core/base/choice.h"

namespace shardscope {

struct InverseQuestionEntry {
  std::string_view name;   // as --find takes it
  std::string_view label;  // "Fewest GPUs in time"
  std::string_view help;   // a sentence: what it answers
};

// clang-format off
#define SHARDSCOPE_INVERSE_QUESTION(entry) \
  entry(fewest_gpus, "fewest-gpus", "Fewest GPUs in time", \
        "The smallest cluster of these GPUs on which a plan keeps every need, as so many days.") \
  entry(cheapest_gpu, "cheapest-gpu", "Cheapest GPU and count", \
        "Of each kind of GPU with a price the cheapest run that keeps every need, as a budget or days.") \
  entry(longest_sequence, "longest-sequence", "Longest sequence that fits", \
        "The most tokens a sequence with which a plan fits and keeps every need; as many sequences a batch.") \
  entry(largest_micro_batch, "largest-micro-batch", "Largest micro-batch that fits", \
        "The most sequences a micro-batch with which a plan fits and keeps every need.") \
  entry(largest_model, "largest-model", "Largest model that fits", \
        "This model with more heads, wider and deeper in proportion, as long as a plan fits and keeps every need.")
// clang-format on
SHARDSCOPE_TABLE(InverseQuestion, InverseQuestionEntry, SHARDSCOPE_INVERSE_QUESTION)

}  // namespace shardscope
