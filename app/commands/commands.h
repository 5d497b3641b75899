// app/commands: what each command of the command line does, a file each.
// In: a command's struct, the presets, and streams. Out: text on the streams and the exit status (exit_status).
// A function writes to the streams that it is given and reads nothing else but the files that the command names.
#pragma once

#include <iosfwd>

#include "app/command_line.h"
#include "core/presets/presets.h"

namespace shardscope {

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& error;
};

[[nodiscard]] int run_report(const ReportCommand& command, const Presets& presets, const Streams& streams);
/// `report --jsonl`: a line in, a line out, in order and at once, until the input ends.
[[nodiscard]] int run_json_lines(const ReportCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_list(const ListCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_show(const ShowCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_draw(const DrawCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_validate(const ValidateCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_import(const ImportCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_export(const ExportCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_pipeline(const PipelineCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_balance(const BalanceCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_timeline(const TimelineCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_claims(const ClaimsCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_code(const CodeCommand& command, const Presets& presets, const Streams& streams);
[[nodiscard]] int run_explore(const ExploreCommand& command, const Presets& presets, const Streams& streams);

}  // namespace shardscope
