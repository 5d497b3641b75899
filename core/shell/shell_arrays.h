// Elements of a shell's arrays, and what ${NAME%pattern} and its like make of a text.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/shell/shell.h"

namespace shardscope {

using ShellVariables = std::map<std::string, ShellWords>;

/// An array by words has each element as a variable of its own, "NAME[key]"; an array by numbers is a variable's words.
/// Nothing where no array by words is called so; no words where it hasn't the key.
[[nodiscard]] std::optional<ShellWords> element_of_array(const ShellVariables& variables, const std::string& name,
                                                         const std::string& key);

/// ${!NAME[@]}: the words, in their order here, or the numbers from 0.
[[nodiscard]] ShellWords keys_of_array(const ShellVariables& variables, const std::string& name);

/// NAME[key]=value; by number where the key is one.
void set_element(ShellVariables& variables, const std::string& name, const std::string& key, ShellWord value,
                 bool appends);

/// Words of NAME=( … ): "[key]=value" sets that element, and what stands behind it the next.
void set_array(ShellVariables& variables, const std::string& name, ShellWords words);

/// The text after one of % %% # ## / // , ,, ^ ^^ : with its operands (Bash manual, 3.5.3); nothing where an operand
/// can't be one, or the text is longer than any name.
[[nodiscard]] std::optional<std::string> edited_text(const std::string& text, const std::string& edit,
                                                     const std::vector<std::string>& operands);

namespace limits {
inline constexpr std::size_t shell_edit_bytes_max = 4'096;
inline constexpr std::int64_t shell_elements_max = 4'096;
}  // namespace limits

}  // namespace shardscope
