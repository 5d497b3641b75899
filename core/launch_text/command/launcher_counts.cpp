#include "core/launch_text/command/launcher_counts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/launch_text/command/flag_words.h"
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

/// sbatch --nodes=4 run.sh, salloc -N 4: what they start runs on those.
bool asks_for_machines(const ShellWords& words) {
  const std::string_view name = name_of_file(words.front().text);
  return starter_called(name) == Starter::slurm && name != "srun";
}

/// Whether they are one command, whatever counts were put into it.
bool same_program(const ShellWords& words, const ShellWords& launch) {
  return !launch.empty() && words.size() <= launch.size() && words.front() == launch.front() &&
         words.back() == launch.back();
}

}  // namespace

std::optional<std::int64_t> positive_count(std::string_view text) {
  const std::optional<std::int64_t> count = parse_whole(text);
  return count && *count >= 1 && *count <= limits::gpus_max ? count : std::nullopt;
}

SaidCounts::SaidCounts(const ShellScript& script, const ShellWords& launch) : script_(script) {
  add(slurm_command(script));
  const auto launches = [&](const ShellWords& words) { return same_program(flattened(words), launch); };
  const bool any = std::any_of(script.commands.begin(), script.commands.end(), launches);
  for (const ShellWords& words : script.commands)
    if (any ? asks_for_machines(words) : !is_printed(words)) add(flattened(words));
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

ShellWords with_counts(ShellWords launch, const LaunchFramework& framework, std::span<const GivenFlag> flags) {
  const auto starter = std::find_if(launch.begin(), launch.end(), [](const ShellWord& word) {
    return starter_called(word.text) == Starter::accelerate;
  });
  if (starter == launch.end()) return launch;
  ShellWords told;
  for (const GivenFlag& flag : flags) {
    const std::string name(framework.plain_name(flag.flag)), value = words_of(flag.value);
    const LauncherName* option = find_option(name, Starter::accelerate);
    if (option == nullptr || option->whose != Starter::accelerate || !positive_count(value)) continue;
    told.push_back({name, 0, {}}), told.push_back({value, 0, {}});
  }
  launch.insert(std::next(starter), told.begin(), told.end());
  return launch;
}

std::optional<std::int64_t> given_by_command(const ShellWords& command, std::string_view name) {
  for (auto word = command.rbegin(); word != command.rend(); ++word) {
    const std::string_view text = word->text;
    if (text.starts_with(name) && text.substr(name.size()).starts_with("="))
      return parse_whole(text.substr(name.size() + 1));
  }
  return std::nullopt;
}

namespace {

/// How many GPUs "0,1,4-7" names.
std::int64_t numbers_in(std::string_view list) {
  std::int64_t all = 0;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view part = list.substr(begin, end - begin);
    const std::size_t dash = part.find('-');
    const auto first = parse_whole(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_whole(part.substr(dash + 1));
    all += first && last && *last >= *first && *last < limits::gpus_max ? *last - *first + 1 : 1;
    begin = end + 1;
  }
  return all;
}

}  // namespace

IncludedGpus included_gpus(const ShellWords& launch) {
  const std::vector<Starter> launchers = launchers_in(launch);
  for (std::size_t i = 0; i < launch.size(); ++i) {
    const LauncherName* option = find_option(launch[i].text, launchers[i]);
    const bool includes = option != nullptr && option->said == Said::included_gpus;
    const std::optional<ShellWord> value = includes ? value_of(launch, i, *option) : std::nullopt;
    if (!value) continue;
    std::map<std::string_view, std::int64_t> hosts;  // of a host that is named twice the last counts
    for (std::string_view rest = value->text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('@'), rest.size());
      const std::string_view host = rest.substr(0, end);
      const std::size_t colon = host.find(':');
      if (colon == std::string_view::npos || host.ends_with(':')) return {};
      hosts[host.substr(0, colon)] = numbers_in(host.substr(colon + 1));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    IncludedGpus found;
    for (const auto& [host, here] : hosts) found = {found.all + here, std::max(found.on_a_node, here)};
    return found;
  }
  return {};
}

std::vector<std::int64_t> slots_in_hostfile(std::string_view text) {
  constexpr std::string_view sign = "slots=";
  std::vector<std::int64_t> slots;
  for (const std::string_view whole : lines_of(text)) {
    const std::string_view line = trimmed(whole.substr(0, whole.find('#')));
    if (line.empty()) continue;
    const std::size_t at = line.find(sign);
    const auto count = at == std::string_view::npos ? std::nullopt : positive_count(line.substr(at + sign.size()));
    if (!count) return {};
    slots.push_back(*count);
  }
  return slots;
}

}  // namespace shardscope
