// The program's entry point: what the command line asks for, and who does it.

#include <iostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/command_line.h"
#include "app/commands/commands.h"
#include "app/files/scenario_source.h"
#include "core/base/kept_memory.h"

namespace {

using namespace shardscope;

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

int reply(const ReplyCommand& command) {
  (command.status == exit_status::done ? std::cout : std::cerr) << command.text;
  return command.status;
}

int run(const Command& command, const Presets& presets, const Streams& streams) {
  return std::visit(Overloaded{[](const ReplyCommand& c) { return reply(c); },
                               [&](const ReportCommand& c) { return run_report(c, presets, streams); },
                               [&](const ListCommand& c) { return run_list(c, presets, streams); },
                               [&](const ShowCommand& c) { return run_show(c, presets, streams); },
                               [&](const DrawCommand& c) { return run_draw(c, presets, streams); },
                               [&](const ValidateCommand& c) { return run_validate(c, presets, streams); },
                               [&](const ImportCommand& c) { return run_import(c, presets, streams); },
                               [&](const ExportCommand& c) { return run_export(c, presets, streams); },
                               [&](const PipelineCommand& c) { return run_pipeline(c, presets, streams); },
                               [&](const BalanceCommand& c) { return run_balance(c, presets, streams); },
                               [&](const TimelineCommand& c) { return run_timeline(c, presets, streams); },
                               [&](const ClaimsCommand& c) { return run_claims(c, presets, streams); },
                               [&](const CodeCommand& c) { return run_code(c, presets, streams); },
                               [&](const ExploreCommand& c) { return run_explore(c, presets, streams); }},
                    command);
}

/// A disk that is full or a pipe that is closed is no success.
int finish(int status) {
  if (std::cout.flush()) return status;
  std::cerr << "shardscope: writing to stdout failed\n";
  return status == exit_status::done ? exit_status::invalid_input : status;
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  std::ios::sync_with_stdio(false);
  const Command command = parse_command_line({argv + (argc > 0 ? 1 : 0), argv + argc}, SHARDSCOPE_VERSION);
  if (const auto* answer = std::get_if<ReplyCommand>(&command)) return finish(reply(*answer));
  Outcome<Presets> presets = load_program_presets();
  if (!succeeded(presets)) {
    for (const std::string& line : lines_of(problems_of(presets), "presets")) std::cerr << line << "\n";
    return exit_status::invalid_input;
  }
  // A preset of one's own that is wrong must not keep the others from being used.
  for (const std::string& line : lines_of(add_own_presets(std::get<0>(presets)), {})) std::cerr << line << "\n";
  return finish(run(command, value_of(presets), {std::cin, std::cout, std::cerr}));
}
