#include "core/launch_text/launcher_counts.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/launch_text/flag_words.h"
#include "core/launchers/launchers.h"

namespace shardscope {

std::optional<std::int64_t> given_by_command(const ShellWords& command, std::string_view name) {
  for (auto word = command.rbegin(); word != command.rend(); ++word) {
    const std::string_view text = word->text;
    if (text.starts_with(name) && text.substr(name.size()).starts_with("="))
      return parse_whole(text.substr(name.size() + 1));
  }
  return std::nullopt;
}

IncludedGpus included_gpus(const ShellWords& launch) {
  const std::vector<Starter> launchers = launchers_in(launch);
  for (std::size_t i = 0; i < launch.size(); ++i) {
    const LauncherName* option = find_option(launch[i].text, launchers[i]);
    const bool includes = option != nullptr && option->said == Said::included_gpus;
    const std::optional<ShellWord> value = includes ? value_of(launch, i, *option) : std::nullopt;
    if (!value) continue;
    IncludedGpus found;
    std::string_view hosts = value->text;
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
