#include "core/logs/word_finder.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace shardscope;

TEST_CASE("a word finder finds what a plain search finds, at every place") {
  constexpr std::string_view words[] = {"iteration", "iter", "tps:", "tensor", "iteration "};
  const WordFinder finder(words);
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i)
      text += random() % 3 == 0 ? std::string(words[random() % std::size(words)])
                                : std::string(1, static_cast<char>('a' + random() % 26));
    std::vector<WordFinder::Hit> hits;
    finder.all(text, hits);
    std::size_t expected = 0, first = std::string::npos;
    for (std::size_t at = 0; at < text.size(); ++at)
      for (const std::string_view word : words)
        if (std::string_view(text).substr(at).starts_with(word)) ++expected, first = std::min(first, at);
    CAPTURE(text);
    CHECK(hits.size() == expected);
    CHECK(finder.first(text, 0) == first);
    for (const WordFinder::Hit& hit : hits) CHECK(std::string_view(text).substr(hit.at).starts_with(words[hit.word]));
  }
}

TEST_CASE("a text shorter than a word has none") {
  constexpr std::string_view words[] = {"step:"};
  const WordFinder finder(words);
  CHECK(finder.first("", 0) == std::string_view::npos);
  CHECK(finder.first("ste", 0) == std::string_view::npos);
  CHECK(finder.first("step: 1", 1) == std::string_view::npos);
}
