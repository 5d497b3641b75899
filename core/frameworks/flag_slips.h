// An unknown flag's name → the known flags that it is likely a slip of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/frameworks/read_flags.h"

namespace shardscope {

/// A framework's names, ready to be compared with: for a text with many flags that it doesn't know.
class FlagSlips {
 public:
  explicit FlagSlips(const LaunchFramework& framework);
  FlagSlips(const FlagSlips&) = delete;  // what is known points into itself
  FlagSlips& operator=(const FlagSlips&) = delete;
  /// As meant_flags() below.
  [[nodiscard]] std::vector<std::string> meant(const std::string& flag) const;
  /// The longest flag of plan or model whose words end the unknown one: --swiglu of --t5-swiglu; nullptr where there is
  /// none, or what stands before them says no.
  [[nodiscard]] const FlagSpec* ending(const std::string& flag) const;

  struct Known {
    std::string_view name;                // as the framework has it
    std::string plain;                    // in small letters, with dashes
    std::vector<std::string_view> words;  // of `plain`, in their order
  };

 private:
  const LaunchFramework& framework_;
  std::vector<Known> known_;
};

/// Whether a flag of certain words takes this text, or a release wrote it for one; a value that is no text may be.
[[nodiscard]] bool takes_text(const FlagSpec& spec, const Value& value);

/// Whether it is a file or an address: no slip of a flag that takes a number.
[[nodiscard]] bool names_place(const Value& value);

/// Flags that differ from `flag` in capitals, in _ for -, in a few letters, in the order of their words
/// or in a word that is left out, and those that say what Shardscope calls so ("--tp"). Empty where it is like none: a
/// release's or a fork's own.
[[nodiscard]] std::vector<std::string> meant_flags(const LaunchFramework& framework, const std::string& flag);

/// Of a framework whose configuration has tables the one number of plan or model that is called so in another table
/// than the text's: a slip, or an older layout's; of TOML any key. `sized`: the name is a size's; else it has to be
/// long, as short ones stand in many tables.
[[nodiscard]] const FlagSpec* key_in_other_table(const LaunchFramework& framework, const std::string& flag, bool sized);

/// "it stands under training, where nanotron has no such key; it belongs under tokens".
[[nodiscard]] std::string words_of_other_table(const LaunchFramework& framework, const std::string& flag,
                                               const FlagSpec& own);

/// Whether it is false where the framework has a table: "offload_param": false of offload_param.device.
[[nodiscard]] bool is_table_off(const LaunchFramework& framework, const GivenFlag& given);

/// Whether the flag is an option of the program that a configuration stands beside, and what is given a key of the
/// configuration, which passes over what it doesn't know.
[[nodiscard]] bool is_of_program(const FlagSpec& spec, const GivenFlag& given);

}  // namespace shardscope
