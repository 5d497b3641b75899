#include "app/commands/answers/search_request.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "app/commands/words/options.h"
#include "core/base/characters.h"

namespace shardscope {

namespace {

/// Of an option's word, which the problem has as its path.
Problem at_option(Problem problem, const char* option) {
  problem.message = "\"" + problem.path + "\" " + problem.message;
  problem.path = option;
  return problem;
}

}  // namespace

Outcome<SearchRequest> search_request(const SearchCommand& command, Scenario base, const Presets& presets) {
  SearchRequest request;
  request.space = plan_space(base);
  request.base = std::move(base);
  request.low_end = command.low_end, request.every = command.every, request.distinct = true;
  request.goal = value_named<SearchGoal>(command.objective).value_or(SearchGoal::throughput);
  request.top = static_cast<std::size_t>(command.top);
  std::vector<Problem> problems;
  for (const std::string& text : command.vary)
    for (Problem& problem : hold_axis(request.space, text)) problems.push_back(std::move(problem));
  if (!command.gpus.empty())
    for (Problem& problem : hold_gpus(request.space, request.base, command.gpus))
      problems.push_back(at_option(std::move(problem), "--gpus"));
  for (const std::string& text : command.needs) {
    const Outcome<SearchNeed> need = read_need(text);
    if (succeeded(need))
      request.needs.push_back(value_of(need));
    else
      problems.push_back(at_option(problems_of(need).front(), "--need"));
  }
  if (!command.rules.empty()) {
    request.rules = {find_framework(presets.frameworks, command.rules), &presets};
    if (request.rules.framework == nullptr)
      problems.push_back(unknown_word(command.rules, "--rules", framework_names(presets.frameworks)));
  }
  if (!command.front.empty()) {
    const std::size_t comma = command.front.find(',');
    const auto first = value_named<SearchGoal>(command.front.substr(0, comma));
    const auto second =
        comma == std::string::npos ? std::nullopt : value_named<SearchGoal>(command.front.substr(comma + 1));
    if (first && second && first != second)
      request.front = std::pair(*first, *second);
    else
      problems.push_back(wrong_words("\"" + shown(command.front) + "\" isn't X,Y, two of " + joined(goal_names()),
                                     "--front", goal_names()));
  }
  if (!problems.empty()) return problems;
  return request;
}

}  // namespace shardscope
