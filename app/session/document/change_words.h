// What changed between two scenarios, in words for the hint line.
#pragma once

#include <string>

#include "core/fields/fields.h"

namespace shardscope {

/// "Tensor parallel 8 → 4" for the field at `path` where it differs; else the first field that differs, and "and 3
/// more"; the other scenario's name where model or cluster were replaced whole. Empty where nothing differs.
[[nodiscard]] std::string change_words(const Scenario& before, const Scenario& after, const std::string& path);

/// The field whose change the others followed: the only one that differs beside GPUs, data parallelism, batch and the
/// like, or the first of those where nothing else does. Nothing where several differ, or another model came.
[[nodiscard]] const Field* cause_of(const Scenario& before, const Scenario& after);

}  // namespace shardscope
