// What was tried for the least or the most that will do, as text.
#pragma once

#include <string>

#include "app/output/page.h"
#include "core/inverse/inverse_run.h"

namespace shardscope {

/// "2,048 GPUs", "H200 SXM: $1.2 M", "32,768 tokens per sequence", "8 sequences per micro-batch", "96 layers of 12,288:
/// 175 B parameters".
[[nodiscard]] std::string answer_words(const InverseAnswer& known, const InverseTrial& trial);
/// "TP 8, PP 4, DP 16: 25.9 s per step, 78 GB, 28 days"; why there is none of a trial without a plan.
[[nodiscard]] std::string plan_of_answer_words(const InverseTrial& trial);

/// The answer with its plan, and what else was tried.
[[nodiscard]] Page inverse_page(const InverseAnswer& known, const Scenario& asked, double seconds);

}  // namespace shardscope
