// app: the program. It puts core and render together: the command line, the window, its panels, files on disk.
// In: arguments, mouse and keys, scenario files. Out: a window, pictures, reports on stdout, an exit status.
// Only its folders know of GLFW, of time, and of where files are; core and render never include from it.
//
// The program's entry point: what the command line asks for, and who does it.

#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "app/commands/words/command_line.h"
#include "app/files/scenario_source.h"
#include "core/base/kept_memory.h"

namespace {

using namespace shardscope;

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
  const Streams streams{std::cin, std::cout, std::cerr};
  const Command command = parse_command_line({argv + (argc > 0 ? 1 : 0), argv + argc}, SHARDSCOPE_VERSION);
  if (const auto* answer = std::get_if<ReplyCommand>(&command)) return finish(run(*answer, {}, streams));
  Outcome<Presets> presets = load_program_presets();
  if (!succeeded(presets)) {
    for (const std::string& line : problem_lines(problems_of(presets), "presets")) std::cerr << line << "\n";
    return exit_status::invalid_input;
  }
  // A preset of one's own that is wrong must not keep the others from being used.
  for (const std::string& line : problem_lines(add_own_presets(std::get<0>(presets)), {})) std::cerr << line << "\n";
  return finish(std::visit([&](const auto& chosen) { return run(chosen, value_of(presets), streams); }, command));
}
