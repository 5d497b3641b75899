// How the numbers in the headings of the panel's groups come about.
#pragma once

#include <span>
#include <string_view>

#include "app/panels/frame.h"
#include "render/chart/card.h"

namespace shardscope {

/// All parameters of the model, and those that a token goes through.
[[nodiscard]] Explanation explain_parameters(const Report& report);
/// The GPUs that the split puts to work, of all that there are.
[[nodiscard]] Explanation explain_split(const Report& report);
/// Tokens of a step, and the micro-batches that a replica takes them in.
[[nodiscard]] Explanation explain_batch(const Report& report);
/// What a folded section counts: problems, or edited fields, of these.
[[nodiscard]] Explanation explain_fold(const Frame& frame, std::string_view title, std::string_view summary,
                                       std::span<const std::string_view> paths);

}  // namespace shardscope
