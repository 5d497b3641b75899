// What stands beside the scenarios and is the whole window's: what was asked of views, plans that were pinned, a
// presentation's steps. Here it is text, by the name of what knows it; a change of it is a step of the history too.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace shardscope {

/// As JSON text, by the view's name.
using KeptViews = std::map<std::string, std::string>;

struct BesideStep {
  std::string name;           // whose
  std::string before, after;  // its text
  std::string words;          // "pin BLOOM"

  bool operator==(const BesideStep&) const = default;
};

/// What a person calls the setting under a key, or a value that is a word.
struct SettingWords {
  std::string_view key, words;
};
/// "search: objective cost", "search: TP 2 to 8 and 1 more": what differs between two objects of settings.
[[nodiscard]] std::string setting_words(std::string_view of, std::span<const SettingWords> settings,
                                        std::string_view before, std::string_view after);

}  // namespace shardscope
