// What is told apart before any size is read: other tools, whose files aren't read, and models that are no plain
// decoder. Data: presets/other_tools.json.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"

namespace shardscope {

enum class OtherKind {
  tool,     // a configuration of one that is read may lie beside its file
  model,    // no plain decoder, whatever starts it
  training  // of a decoder, with more than one loss and model
};

struct OtherTool {
  std::string title;  // "GPT-NeoX", "T5"
  OtherKind kind = OtherKind::tool;
  std::vector<std::vector<std::string>> told_by;  // words; all of one of the lists stand in a text of it
  std::string give;                               // a sentence: what to give instead
  std::string source;

  bool operator==(const OtherTool&) const = default;
};

/// [{"title", "told_by", "give", "source", "kind"}]; the kind is "tool", as without one, "model" or "training". A
/// problem for each entry that lacks another, or has another kind.
[[nodiscard]] Outcome<std::vector<OtherTool>> read_other_tools(std::string_view json);

/// The first of the tools that a text with these words is of; nullptr where it is of none. A word of a tool is a key or
/// a flag, a file's name, or "key = value"; with * at its end all that begin so.
[[nodiscard]] const OtherTool* other_tool_of(std::span<const std::string> words, std::span<const OtherTool> tools);

/// The model that a config.json with such a model_type or architecture is, where it is no plain decoder.
[[nodiscard]] const OtherTool* other_model_of(std::string_view config, std::span<const OtherTool> tools);

/// "this is a file of GPT-NeoX, which isn't read. …".
[[nodiscard]] Problem not_read(const OtherTool& tool);

}  // namespace shardscope
