#include "core/fields/software_words.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/number_text.h"

namespace shardscope {

namespace {

/// Releases of a framework, from a year on and before another, that say one word.
struct Releases {
  Framework framework;
  double since, before;
  std::string word;

  [[nodiscard]] bool followed_by(const Releases& next) const {
    return framework == next.framework && word == next.word && before == next.since;
  }
  [[nodiscard]] bool hold(const Software& software) const {
    return framework == software.framework && since <= software.year && software.year < before;
  }
};

/// Whether a year stands for its beginning: 2023.01 is what follows "2023.0", which describes the software of 2022.
bool begins(double year) {
  return year - std::floor(year) < 0.05;
}

std::string words_of_releases(const Releases& releases) {
  std::string words(label_of(releases.framework));
  const double since = begins(releases.since) ? std::floor(releases.since) : releases.since;
  if (releases.since > 0) words += " since " + number_text(since);
  const bool ends = releases.before < Era::ever;
  if (releases.since > 0 && ends) words += " and";
  if (ends)
    words += begins(releases.before) ? " until " + number_text(std::floor(releases.before) - 1)
                                     : " before " + number_text(releases.before);
  return releases.hold(Software{}) ? words + " (" + number_text(Software{}.year) + " apart)" : words;
}

using DefaultWord = std::function<std::string(const PlanDefaults& defaults)>;

/// Releases whose word isn't that of the documented defaults, by word.
std::vector<Releases> exceptions(const DefaultWord& word) {
  std::vector<Releases> all;
  const Era* last = nullptr;
  for (const Era& era : eras()) {
    const bool first = last == nullptr || last->framework != era.framework;
    const Releases releases{era.framework, first ? 0 : last->before, era.before, word(era.defaults)};
    last = &era;
    if (releases.word == word(PlanDefaults{})) continue;
    if (!all.empty() && all.back().followed_by(releases))
      all.back().before = era.before;
    else
      all.push_back(releases);
  }
  std::stable_sort(all.begin(), all.end(), [](const Releases& a, const Releases& b) { return a.word < b.word; });
  return all;
}

std::string with_exceptions(std::string text, const DefaultWord& word) {
  std::string said;
  for (const Releases& releases : exceptions(word)) {
    text += (releases.word == said ? ", " : "; " + releases.word + " in ") + words_of_releases(releases);
    said = releases.word;
  }
  return text;
}

}  // namespace

std::string by_software(std::string usual, bool PlanDefaults::*trait, std::string_view with, std::string_view without) {
  return with_exceptions(std::move(usual),
                         [&](const PlanDefaults& d) { return std::string(d.*trait ? with : without); });
}

std::string by_software(std::string usual, int PlanDefaults::*number) {
  return with_exceptions(std::move(usual), [&](const PlanDefaults& d) { return std::to_string(d.*number); });
}

std::string by_software(std::string usual, MoeDispatcher PlanDefaults::*dispatcher) {
  return with_exceptions(std::move(usual),
                         [&](const PlanDefaults& d) { return std::string(json_name(d.*dispatcher)); });
}

}  // namespace shardscope
