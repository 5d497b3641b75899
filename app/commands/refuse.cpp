#include "app/commands/refuse.h"

#include <ostream>

namespace shardscope {

void write_problems(std::ostream& out, std::span<const Problem> problems, const std::string& source) {
  for (const std::string& line : lines_of(problems, source == "-" ? "stdin" : source)) out << line << "\n";
}

int refuse(std::span<const Problem> problems, const std::string& source, const Streams& streams) {
  write_problems(streams.error, problems, source);
  return exit_status::invalid_input;
}

}  // namespace shardscope
