#include "app/commands/answers/search_request.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace shardscope {

namespace {

std::optional<SearchGoal> goal_named(std::string_view name) {
  const auto names = std::span(table_of<SearchGoal>);
  const auto found = std::find(names.begin(), names.end(), name);
  return found != names.end() ? std::optional(static_cast<SearchGoal>(found - names.begin())) : std::nullopt;
}

}  // namespace

Outcome<SearchRequest> search_request(const SearchCommand& command, Scenario base, const Presets& presets) {
  SearchRequest request;
  request.space = plan_space(base);
  request.base = std::move(base);
  request.low_end = command.low_end, request.every = command.every, request.distinct = true;
  request.goal = goal_named(command.objective).value_or(SearchGoal::throughput);
  request.top = static_cast<std::size_t>(command.top);
  std::vector<Problem> problems;
  for (const std::string& text : command.vary)
    for (Problem& problem : hold_axis(request.space, text)) problems.push_back(std::move(problem));
  if (!command.gpus.empty())
    for (Problem& problem : hold_gpus(request.space, request.base, command.gpus))
      problems.push_back(std::move(problem));
  for (const std::string& text : command.needs) {
    const Outcome<SearchNeed> need = read_need(text);
    if (succeeded(need))
      request.needs.push_back(value_of(need));
    else
      problems.push_back(problems_of(need).front());
  }
  if (!command.rules.empty()) {
    request.rules = {find_framework(presets.frameworks, command.rules), &presets};
    if (request.rules.framework == nullptr)
      problems.push_back({Severity::error, shown(command.rules),
                          "isn't known; --rules takes " + framework_names(presets.frameworks), "search-rules"});
  }
  if (!command.front.empty()) {
    const std::size_t comma = command.front.find(',');
    const auto first = goal_named(command.front.substr(0, comma));
    const auto second = comma == std::string::npos ? std::nullopt : goal_named(command.front.substr(comma + 1));
    if (first && second && first != second)
      request.front = std::pair(*first, *second);
    else
      problems.push_back({Severity::error, shown(command.front),
                          "isn't X,Y, two of throughput, memory, cost, days, energy and gpus", "search-front"});
  }
  if (!problems.empty()) return problems;
  return request;
}

}  // namespace shardscope
