// An unknown flag's name → the known flags that it is likely a slip of.
#pragma once

#include <string>
#include <vector>

#include "core/frameworks/framework.h"

namespace shardscope {

/// A framework's names, ready to be compared with: for a text with many flags that it doesn't know.
class FlagSlips {
 public:
  explicit FlagSlips(const LaunchFramework& framework);
  /// As meant_flags() below.
  [[nodiscard]] std::vector<std::string> meant(const std::string& flag) const;

  struct Known {
    std::string name;                        // as the framework has it
    std::string plain;                       // in small letters, with dashes
    std::vector<std::string> words, sorted;  // of `plain`, in their order and by the alphabet
  };

 private:
  const LaunchFramework& framework_;
  std::vector<Known> known_;
};

/// Flags that differ from `flag` in capitals, in _ for -, in a few letters, in the order of their words
/// or in a word that is left out, and those that say what Shardscope calls so ("--tp"). Empty where it is like none: a
/// release's or a fork's own.
[[nodiscard]] std::vector<std::string> meant_flags(const LaunchFramework& framework, const std::string& flag);

/// Of a framework in TOML the one key of the plan that is called so in another table, where an older layout had it.
[[nodiscard]] const FlagSpec* key_in_other_table(const LaunchFramework& framework, const std::string& flag);

}  // namespace shardscope
