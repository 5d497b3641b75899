#include "core/shell/filters/escapes.h"

#include <algorithm>
#include <cstdint>

namespace shardscope {

namespace {

/// The number that so many digits at most come to; at the text's start, from which they are taken.
std::optional<std::uint32_t> taken_number(std::string_view& text, std::uint32_t base, std::size_t most) {
  std::optional<std::uint32_t> number;
  for (std::size_t i = 0; i < most && !text.empty(); ++i) {
    constexpr std::string_view digits = "0123456789abcdef";
    const char c = text.front();
    const std::size_t digit = digits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
    if (digit >= base) break;
    number = number.value_or(0) * base + static_cast<std::uint32_t>(digit);
    text.remove_prefix(1);
  }
  return number;
}

/// As UTF-8 has it; nothing for what no text can hold.
std::string letter_of(std::uint32_t number) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(static_cast<unsigned char>(value)); };
  const auto rest = [&](int shift) { return byte(0x80 | ((number >> shift) & 0x3f)); };
  if (number == 0 || number > 0x10ffff) return {};
  if (number < 0x80) return {byte(number)};
  if (number < 0x800) return {byte(0xc0 | (number >> 6)), rest(0)};
  if (number < 0x10000) return {byte(0xe0 | (number >> 12)), rest(6), rest(0)};
  return {byte(0xf0 | (number >> 18)), rest(12), rest(6), rest(0)};
}

}  // namespace

std::string unescaped(std::string_view text, Escapes of) {
  constexpr std::string_view names = "abeEfnrtv\\", signs = "\a\b\x1b\x1b\f\n\r\t\v\\";
  std::string all;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\\'), text.size());
    all += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.size() < 2) return all += text;
    const char c = text[1];
    std::string_view behind = text.substr(2);
    std::optional<std::uint32_t> number;
    if (const std::size_t named = names.find(c); named != names.npos) {
      all += signs[named];
    } else if ((c == '\'' || c == '"' || c == '?') && of != Escapes::echo) {
      all += c;
    } else if (c == 'x' && (number = taken_number(behind, 16, 2))) {
      if (*number != 0) all += static_cast<char>(static_cast<unsigned char>(*number));
    } else if ((c == 'u' || c == 'U') && (number = taken_number(behind, 16, c == 'u' ? 4 : 8))) {
      all += letter_of(*number);
    } else if (c >= '0' && c <= '7' && (of != Escapes::echo || c == '0')) {
      behind = text.substr(of == Escapes::echo ? 2 : 1);
      number = taken_number(behind, 8, 3).value_or(0);
      if (*number % 256 != 0) all += static_cast<char>(static_cast<unsigned char>(*number % 256));
    } else {
      all += text.substr(0, 2);
    }
    text = behind;
  }
  return all;
}

}  // namespace shardscope
