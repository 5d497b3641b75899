// Commands that copy a file, or change one where it stands: cp, sed -i, perl -pi, yq -i, sponge. In: a command's words.
// Out: which file, also where what they do to it isn't followed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/shell/shell.h"

namespace shardscope {

/// cp template made; mv and ln likewise.
[[nodiscard]] std::vector<std::string> copied(const ShellWords& words);

/// sed -i, perl -pi and the like.
[[nodiscard]] bool edits_in_place(const ShellWords& words);

/// The file that sed -i, perl -i, yq -i or sponge changes, also where their options aren't followed; empty of other
/// commands.
[[nodiscard]] std::string edited_in_place(const ShellWords& words);

/// Of sed -i and perl -i on several files, each.
[[nodiscard]] std::vector<std::string> edited_together(const ShellWords& words);

/// The words without -i, which may stand behind others: -ri.
[[nodiscard]] ShellWords to_its_output(ShellWords words);

[[nodiscard]] bool has_option(const ShellWords& words, std::string_view option);

}  // namespace shardscope
