#include "core/launch_text/documents/put_words.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/number_text.h"

namespace shardscope {

namespace {

/// "zerostage" of ZERO_STAGE and --zero-stage.
std::string letters_of_name(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (is_letter_or_digit(c)) letters += lower(c);
  return letters;
}

/// Whether a word of the template names a key of the configuration, or the flag that says the same.
bool names(const std::string& word, const FlagSpec& spec) {
  const std::string flag = letters_of_name(spec.same_as);
  const std::string key = letters_of_name(std::string_view(spec.flag).substr(spec.flag.rfind('.') + 1));
  constexpr std::string_view before[] = {"", "ds", "config", "deepspeed"};
  return std::any_of(std::begin(before), std::end(before),
                     [&](std::string_view each) { return word == std::string(each) + key; }) ||
         word.ends_with(flag);
}

}  // namespace

std::vector<GivenFlag> flags_of_put_words(std::span<const std::pair<std::string, std::string>> put,
                                          const LaunchFramework& framework, int line) {
  std::vector<GivenFlag> flags;
  for (const auto& [word, value] : put)
    for (const FlagSpec& spec : framework.flags) {
      const bool of_configuration = !spec.flag.starts_with("--") && spec.flag.find('.') != std::string::npos;
      if (!of_configuration || spec.same_as.empty() || spec.type == FlagType::toggle) continue;
      if (!names(letters_of_name(word), spec)) continue;
      const auto number = parse_whole(value);
      flags.push_back({spec.same_as, number ? Value(*number) : Value(value), line});
      break;
    }
  return flags;
}

}  // namespace shardscope
