// Damaged launch scripts and configurations: each is read or refused in single lines, never anything else.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"
#include "tests/fuzz/damage.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string damaged(std::string text, std::mt19937& random) {
  constexpr std::string_view signs = "\"'`$(){}[]\\\n #-=:,0189e\tx|&;<>\x01\xff";
  for (std::size_t times = random() % 4 + 1; times > 0 && !text.empty(); --times) {
    const std::size_t at = random() % text.size();
    const auto kind = static_cast<unsigned>(random() % (damage_kinds + 1));
    if (kind < damage_kinds)
      damage_at(text, at, kind, 20, signs, random);
    else
      text.insert(at, text.substr(random() % text.size(), random() % 30));
  }
  return text;
}

}  // namespace

TEST_CASE("a damaged launch is read, or refused in single lines") {
  std::vector<std::string> texts = {std::string(small_launch)};
  for (const LaunchFramework& framework : real_presets().frameworks)
    texts.push_back(
        export_launch(*real_presets().launched("mixtral-8x7b-512-h100"), framework, Launcher::none, real_presets())
            .text);
  std::mt19937 random(5);
  int read = 0;
  for (int i = 0; i < 1'500; ++i) {
    const std::string text = damaged(texts[random() % texts.size()], random);
    CAPTURE(text);
    const Outcome<ImportedLaunch> launch = import_of(text);
    if (succeeded(launch)) {
      ++read;
      if (i % 50 == 0) CHECK_FALSE(with_defaults(value_of(launch).parsed.said.scenario).plan.tp == 0);
      continue;
    }
    REQUIRE_FALSE(problems_of(launch).empty());
    for (const Problem& problem : problems_of(launch)) CHECK(line_of(problem, "x").find('\n') == std::string::npos);
  }
  CHECK(read > 100);
}
