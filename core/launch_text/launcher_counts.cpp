#include "core/launch_text/launcher_counts.h"

#include <algorithm>
#include <utility>

#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/launch_text/flag_words.h"
#include "core/shell/shell_conditions.h"

namespace shardscope {

namespace {

/// Of "gpu:h100:8(S:0-1),nvme:1" the 8, of torchrun's "1:4" nodes the 4. `--gres=gpu` alone is one.
std::optional<std::int64_t> count_in(std::string_view text, const LauncherName& option) {
  if (const std::size_t gpu = text.find("gpu"); gpu != std::string_view::npos) {
    text.remove_prefix(gpu);
    text = text.substr(0, std::min({text.find(','), text.find('('), text.size()}));
    if (text == "gpu" && option.name == "--gres") return 1;
  }
  return positive_count(text.substr(text.rfind(':') + 1));
}

}  // namespace

std::optional<std::int64_t> positive_count(std::string_view text) {
  const std::optional<std::int64_t> count = parse_whole(text);
  return count && *count >= 1 && *count <= limits::gpus_max ? count : std::nullopt;
}

SaidCounts::SaidCounts(const ShellScript& script, const ShellWords& launch) : script_(script) {
  add(slurm_command(script));
  for (const ShellWords& words : script.commands)
    if (!is_printed(words)) add(flattened(words));
  add(launch);
}

SaidCount SaidCounts::operator()(Said said, Whose whose) const {
  SaidCount found;
  for (const Command& each : commands_) take_all(found, each, said, whose);
  return found;
}

SaidCount SaidCounts::of_slurm(Said said) const {
  SaidCount found;
  take_all(found, commands_.front(), said, {Starter::slurm});
  return found;
}

SaidCount SaidCounts::of_launch(Said said, Starter whose) const {
  SaidCount found;
  take_all(found, commands_.back(), said, {whose});
  return found;
}

void SaidCounts::add(ShellWords words) {
  std::vector<Starter> launchers = launchers_in(words);
  commands_.push_back({std::move(words), std::move(launchers)});
}

void SaidCounts::take_all(SaidCount& found, const Command& command, Said said, Whose whose) const {
  for (const LauncherName& each : launcher_options())
    if (each.said == said && std::find(whose.begin(), whose.end(), each.whose) != whose.end())
      take(found, command, each);
}

void SaidCounts::take(SaidCount& found, const Command& command, const LauncherName& option) const {
  const ShellWords& words = command.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool may_be = option.is_long() || command.launchers[i] == option.whose;
    const std::optional<ShellWord> value = may_be ? value_of(words, i, option) : std::nullopt;
    if (!value) continue;
    const std::optional<std::int64_t> count = value->unknown.empty() ? count_in(value->text, option) : std::nullopt;
    if (count) found.count = count, found.assumed = value->assumed;
    found.text = value->text;
    found.place = {{}, words[i].line, words[i].text.substr(0, option.name.size())};
    if (count) continue;
    found.open = value->unknown.empty() ? shown(value->text) + " isn't a number" : why_unknown(value->unknown, script_);
    if (is_unset_name(value->unknown)) found.open += "; " + how_to_give(value->unknown).words;
  }
}

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
