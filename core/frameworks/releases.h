// Whose text it is, by the flags that tell a framework (told_by); and for which of its releases a launch was written,
// and which rules those have: told by flags that only some releases know (LaunchFramework::releases).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/frameworks/framework.h"

namespace shardscope {

/// Releases that know all of a launch's flags, as far as they are told apart.
struct ReleaseRange {
  double from = 0, to = 0;  // years
  std::string last;         // the name of the newest; empty: the framework's own file
  std::string told_by;      // the flag that no newer one has; empty: nothing tells

  bool operator==(const ReleaseRange&) const = default;
};

/// Of a text of the tool's: from the first release that has its flags to the last, which may be the framework's own; of
/// a fork the year of its code. Flags of releases that never met, as a fork may have them: from what the older one
/// surely knew to the newer.
[[nodiscard]] ReleaseRange releases_of(const LaunchFramework& framework, std::span<const std::string> flags);

/// Whether no release has all of the flags: one gave some of them up before another brought the rest, as a fork that
/// took over what it liked may have them together.
[[nodiscard]] bool mixes_releases(const LaunchFramework& framework, std::span<const std::string> flags);

/// Whether all, some or none of them have the rule.
enum class RuleReach { all, some, none };
[[nodiscard]] RuleReach reach_of(const FrameworkRule& rule, const ReleaseRange& range,
                                 const LaunchFramework& framework);

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
