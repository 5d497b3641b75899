// The recipe that a Python configuration starts from: "cfg = llama3_70b_pretrain_config()", which makes the model. An
// export that leaves the model to it has to call the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/launch_text/launch_script.h"

namespace shardscope {

/// The last part of the module that a line imports the name from, and what it is called there:
/// "qwen3_14b.pretrain_config" of "from recipes.qwen.qwen3_14b import pretrain_config as made"; empty where no single
/// line does.
[[nodiscard]] std::string recipe_imported(std::string_view text, std::string_view name);

/// The call and the import of what it calls, where they aren't the framework's own (Megatron Bridge's). A call of what
/// the text itself defines or imports over several lines is only named.
[[nodiscard]] ScriptParts recipe_parts(std::string_view text, const PythonFrame& own);

/// The lines before the assignments, with the recipe in the place of the framework's own call and its import; as they
/// are where there is none.
[[nodiscard]] std::vector<std::string> lines_before(const PythonFrame& own, const ScriptParts& parts);

/// Recipes of the same family ("llama3_" begins both), the nearest by letters first.
[[nodiscard]] std::vector<std::string> near_recipes(const LaunchFramework& framework, const std::string& name);

}  // namespace shardscope
