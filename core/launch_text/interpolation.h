// What a YAML configuration leaves to OmegaConf or to its launcher: "${.hidden_size}", "${multiply:4,
// ${.hidden_size}}",
// "${NAME:default}".
#pragma once

#include <vector>

#include "core/frameworks/read_flags.h"

namespace shardscope {

/// Puts into each text what its ${ … } stand for: another key, from the top or, with dots before it, from the table it
/// is in; a product, quotient or sum; a variable of the environment by its default. What isn't known stays as it is.
/// OmegaConf 2.3, "Variable interpolation" and "Resolvers"; NeMo's launcher, launcher_scripts/main.py.
void fill_in(std::vector<GivenFlag>& flags);

}  // namespace shardscope
