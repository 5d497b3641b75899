// app/commands: what each command of the command line does, a file each. In: a command's options (words/commands.h),
// the presets, and streams. Out: text on the streams and the exit status. What a command finds out before it prints it,
// and the Python module asks too, is in answers.
//
// What commands say alike: what is wrong with a scenario, a file or options, and JSON.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/commands/words/commands.h"
#include "core/base/problem.h"

namespace shardscope {

/// A line each, after the source's name; "-" is called stdin.
void write_problems(std::ostream& out, std::span<const Problem> problems, const std::string& source);

/// Says them as errors; returns the exit status of a command that can't go on.
[[nodiscard]] int refuse(std::span<const Problem> problems, const std::string& source, const Streams& streams);
/// The same of a command line's words: "shardscope: export: --to: …", where `source` is what comes first.
[[nodiscard]] int refuse_words(std::span<const Problem> problems, const std::string& source, const Streams& streams);
[[nodiscard]] int refuse_words(const Problem& problem, const std::string& source, const Streams& streams);
/// The same of what can't be written, say, in a line.
[[nodiscard]] int refuse(const std::string& why, const Streams& streams);

/// The errors among them.
[[nodiscard]] std::vector<Problem> errors_among(std::vector<Problem> problems);

/// JSON as every command writes it, with a newline at its end; -1: in one line. What isn't UTF-8 is replaced.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json, int indent = 2);

}  // namespace shardscope
