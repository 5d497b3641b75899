#include "core/launch_text/launcher_counts.h"

#include <algorithm>
#include <initializer_list>

#include "core/base/limits.h"
#include "core/base/number_text.h"

namespace shardscope {

namespace {

using Ranks = std::optional<std::int64_t>;

bool starts_with_program(const ShellWords& launch, std::initializer_list<std::string_view> names) {
  const std::string_view program = launch.empty() ? std::string_view() : launch.front().text;
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return program.ends_with(name); });
}

/// The last number behind one of the names.
Ranks number_behind(const ShellWords& launch, std::initializer_list<std::string_view> names) {
  Ranks found;
  for (std::size_t i = 0; i + 1 < launch.size(); ++i)
    for (const std::string_view name : names) {
      const Ranks count = launch[i].text == name ? parse_whole(launch[i + 1].text) : std::nullopt;
      if (count && *count >= 1 && *count <= limits::gpus_max) found = count;
    }
  return found;
}

}  // namespace

Ranks mpi_ranks(const ShellWords& launch) {
  if (!starts_with_program(launch, {"mpirun", "mpiexec", "orterun", "aprun"})) return {};
  return number_behind(launch, {"-np", "-n", "--np", "-c"});
}

Ranks aprun_ranks_per_node(const ShellWords& launch) {
  return starts_with_program(launch, {"aprun"}) ? number_behind(launch, {"-N"}) : std::nullopt;
}

Ranks given_by_command(const ShellWords& command, std::string_view name) {
  for (auto word = command.rbegin(); word != command.rend(); ++word) {
    const std::string_view text = word->text;
    if (text.starts_with(name) && text.substr(name.size()).starts_with("="))
      return parse_whole(text.substr(name.size() + 1));
  }
  return std::nullopt;
}

IncludedGpus included_gpus(const ShellWords& launch) {
  for (std::size_t i = 0; i + 1 < launch.size(); ++i) {
    if (launch[i].text != "--include" && launch[i].text != "-i") continue;
    IncludedGpus found;
    std::string_view hosts = launch[i + 1].text;
    while (!hosts.empty()) {
      const std::size_t end = std::min(hosts.find('@'), hosts.size());
      const std::string_view host = hosts.substr(0, end);
      if (host.find(':') == std::string_view::npos || host.ends_with(':')) return {};
      const std::int64_t here = 1 + std::count(host.begin(), host.end(), ',');
      found = {found.all + here, std::max(found.on_a_node, here)};
      hosts.remove_prefix(std::min(end + 1, hosts.size()));
    }
    return found;
  }
  return {};
}

}  // namespace shardscope
