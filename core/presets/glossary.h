// The field's own terms, each with a sentence and its source, from presets/glossary.json: what labels mean, said once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"

namespace shardscope {

struct GlossaryEntry {
  std::string term;               // "tensor parallelism"
  std::vector<std::string> also;  // short and other forms: "TP", "tensor parallel"
  std::string sentence, source;

  bool operator==(const GlossaryEntry&) const = default;
};
using Glossary = std::vector<GlossaryEntry>;

/// {"terms": [{"term", "also", "sentence", "source"}]}; a problem for each entry that lacks one of them.
[[nodiscard]] Outcome<Glossary> read_glossary(std::string_view text);

/// The entry whose term or other form these words are, in upper or lower case; nullptr where they are none.
[[nodiscard]] const GlossaryEntry* entry_of(const Glossary& glossary, std::string_view words);

}  // namespace shardscope
