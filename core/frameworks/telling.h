// Whose text it is, by its flags: those that tell a framework, as its told_by has them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/frameworks/framework.h"

namespace shardscope {

/// "--seq_length" as "--seq-length"; empty where nothing changes.
[[nodiscard]] std::string with_dashes(std::string_view name);

/// Whether the text writes the framework's options with underscores and never with dashes, which argparse takes for
/// other names.
[[nodiscard]] bool writes_underscores(const LaunchFramework& framework, std::span<const std::string> flags);

/// How many of the flags tell the framework. A name that is another's with underscores for dashes tells only where the
/// whole text is written so: one among dashed ones is a slip.
[[nodiscard]] std::ptrdiff_t count_telling(const LaunchFramework& framework, std::span<const std::string> flags);

/// The same without those that programs of other tools have too, as DeepSpeed's own: "?--deepspeed" of told_by.
[[nodiscard]] std::ptrdiff_t count_telling_alone(const LaunchFramework& framework, std::span<const std::string> flags);

[[nodiscard]] bool tells(const LaunchFramework& framework, std::span<const std::string> flags);

/// Whether a flag says that the text is another's, whatever else it has: "!--deepspeed".
[[nodiscard]] bool is_told_off(const LaunchFramework& framework, std::span<const std::string> flags);

}  // namespace shardscope
