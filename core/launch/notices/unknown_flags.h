// core/launch/notices: flags and keys of a launch that nothing here counts, as lines that say so. In: what was read,
// and what no table of the framework knows. Out: a line for what the names speak of (recomputation, parallelism), one
// for tables, and one for all that changes nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/frameworks/read_flags.h"
#include "core/launch_text/launch_text.h"

namespace shardscope {

/// "--lr (line 12), --save, steps_per_print (ds.json)".
[[nodiscard]] std::string names_with_lines(std::span<const GivenFlag> flags);

/// What the launch gives and no table knows or counts, but for what says its machines.
[[nodiscard]] std::vector<GivenFlag> unknown_flags(const LaunchText& launch, const FlagReading& reading);

/// Of what no table knows that whose names speak of the plan or the model (topic_of()), a line for each topic, and
/// tables of a configuration of which the framework has no key, nor any name that it passes over.
void say_unknown(std::vector<Problem>& notices, const LaunchFramework& framework, std::span<const GivenFlag> unknown);

/// All other flags that change nothing here, in one line; but for the one that names a configuration which is read.
void say_without_effect(std::vector<Problem>& notices, const LaunchFramework& framework, std::vector<GivenFlag> flags,
                        std::string_view configuration = {});

}  // namespace shardscope
