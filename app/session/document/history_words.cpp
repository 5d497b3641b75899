#include "app/session/document/history_words.h"

#include "app/session/document/change_words.h"

namespace shardscope {

namespace {

std::string step_words(const Document& before, const Document& after) {
  const std::string opened = "Opened " + after.said.scenario.name;
  if (after.beside && after.beside != before.beside) return after.beside->words;
  if (!are_of_one(before, after)) return opened;
  const Field* cause = cause_of(before.said.scenario, after.said.scenario);
  const std::string words = change_words(before.said.scenario, after.said.scenario,
                                         cause != nullptr ? std::string(cause->path) : std::string());
  return words.empty() ? opened : words;
}

}  // namespace

bool are_of_one(const Document& one, const Document& other) {
  const Scenario &a = one.said.scenario, &b = other.said.scenario;
  return one.baseline == other.baseline || (a.name == b.name && a.preset == b.preset && a.model == b.model);
}

std::vector<std::string> history_words(const History& history) {
  std::vector<std::string> words = {"Opened " + history.at(0).said.scenario.name};
  for (std::size_t i = 1; i < history.size(); ++i) words.push_back(step_words(history.at(i - 1), history.at(i)));
  return words;
}

}  // namespace shardscope
