// Backslashes in a text that stand for another sign: of $'…', of echo -e, of a format of printf.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace shardscope {

enum class Escapes { quote, echo, format };  // of $'…' (Bash manual, 3.1.2.4), of echo -e, of printf's format

/// The text with what its backslashes stand for; one that stands for nothing stays.
[[nodiscard]] std::string unescaped(std::string_view text, Escapes of);

}  // namespace shardscope
