// The vocabularies of tokenizers that are well known, by the names that launches give them: what Megatron-LM asks the
// tokenizer itself for and a script leaves out.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/expressions/value.h"

namespace shardscope {

struct Vocabulary {
  std::string_view pattern;  // words that its name begins with, "llama 3"; numbers are words of their own
  std::string_view title;    // "Llama 3"
  std::int64_t size;         // all tokens, those added to it too, as len() of it counts them; not padded
  std::string_view source;
};

/// Of a tokenizer's name or its path: "Qwen/Qwen2.5-7B", "/models/Meta-Llama-3-8B-Instruct/tokenizer.model". Of several
/// that begin so the one with the longest pattern; nullptr where none is known, as of a name with other words before it
/// ("swallow-mistral-7b").
[[nodiscard]] const Vocabulary* vocabulary_called(std::string_view tokenizer);

/// The same as a function of expressions: its size, or None.
[[nodiscard]] Value vocabulary_of(const Value& tokenizer);

}  // namespace shardscope
