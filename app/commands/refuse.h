// What a command says of a scenario, a file or options that are wrong.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "app/commands/commands.h"
#include "core/base/problem.h"

namespace shardscope {

/// A line each, after the source's name; "-" is called stdin.
void write_problems(std::ostream& out, std::span<const Problem> problems, const std::string& source);

/// Says them as errors; returns the exit status of a command that can't go on.
[[nodiscard]] int refuse(std::span<const Problem> problems, const std::string& source, const Streams& streams);

}  // namespace shardscope
