#include "app/commands/refuse.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "app/files/files.h"

namespace shardscope {

void write_problems(std::ostream& out, std::span<const Problem> problems, const std::string& source) {
  for (const std::string& line : problem_lines(problems, spoken_file(source))) out << line << "\n";
}

int refuse(std::span<const Problem> problems, const std::string& source, const Streams& streams) {
  write_problems(streams.error, problems, source);
  if (streams.refused != nullptr) streams.refused->insert(streams.refused->end(), problems.begin(), problems.end());
  return exit_status::invalid_input;
}

int refuse_words(std::span<const Problem> problems, const std::string& source, const Streams& streams) {
  static_cast<void>(refuse(problems, source, streams));
  return exit_status::wrong_command_line;
}

int refuse_words(const Problem& problem, const std::string& source, const Streams& streams) {
  return refuse_words(std::span(&problem, 1), source, streams);
}

int refuse(const std::string& why, const Streams& streams) {
  streams.error << why << "\n";
  if (streams.refused != nullptr) streams.refused->push_back({Severity::error, "", why});
  return exit_status::invalid_input;
}

std::vector<Problem> errors_among(std::vector<Problem> problems) {
  std::erase_if(problems, [](const Problem& problem) { return problem.severity != Severity::error; });
  return problems;
}

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace shardscope
