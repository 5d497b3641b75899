// The steps that can be undone, by name.
#pragma once

#include <string>
#include <vector>

#include "app/session/document/history.h"

namespace shardscope {

/// Whether an edit leads from one to the other: not where another scenario was opened, whatever that is called.
[[nodiscard]] bool are_of_one(const Document& one, const Document& other);

/// Each entry of a history, the oldest first: "Opened GPT-4 on 25k A100s", then what each step changed, "Tensor
/// parallel 8 → 4".
[[nodiscard]] std::vector<std::string> history_words(const History& history);

}  // namespace shardscope
