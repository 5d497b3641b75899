// What a YAML configuration leaves to OmegaConf or to its launcher: "${.hidden_size}", "${multiply:4,
// ${.hidden_size}}",
// "${NAME:default}".
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/read_flags.h"

namespace shardscope {

/// Puts into each text what its ${ … } stand for: another key, from the top or, with dots before it, from the table it
/// is in; a product, quotient or sum; the one or other of ${if:…}; a variable of the environment by its default. What
/// isn't known stays as it is. OmegaConf 2.3, "Variable interpolation" and "Resolvers"; NeMo's launcher,
/// launcher_scripts/main.py.
void fill_in(std::vector<GivenFlag>& flags);

/// A text with what is given from outside in the place of "${NAME:default}" and "${oc.env:NAME,default}".
struct FilledText {
  std::string text;
  std::vector<std::string> used, asked;  // names that were given, and that weren't
};
[[nodiscard]] FilledText with_environment(std::string_view text, const std::map<std::string, std::string>& environment);

/// Of those that weren't given, the ones whose default a flag of the plan has.
[[nodiscard]] std::vector<std::string> defaults_in(const FilledText& filled, const std::vector<GivenFlag>& flags,
                                                   const LaunchFramework& framework);

}  // namespace shardscope
