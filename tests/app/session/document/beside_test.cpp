#include "app/session/document/beside.h"

#include <doctest/doctest.h>

#include <array>

using namespace shardscope;

TEST_CASE("what differs between two texts of settings is said with the names that a person knows them by") {
  constexpr std::array<SettingWords, 3> settings = {{{"goal", "objective"}, {"within", ""}, {"time.cost", "rental"}}};
  const auto words = [&](const char* before, const char* after) {
    return setting_words("search", settings, before, after);
  };
  CHECK(words(R"({"goal": "memory"})", R"({"goal": "time.cost"})") == "search: objective rental");
  CHECK(words(R"({})", R"({"days": 30})") == "search: days 30");
  CHECK(words(R"({"days": 30})", R"({})") == "search: days open");
  CHECK(words(R"({"within": {"plan.tp": [1, 8]}})", R"({"within": {"plan.tp": [2, 8]}})") == "search: Tensor 2 to 8");
  CHECK(words(R"({"a": true, "b": 1})", R"({"a": false, "b": 2.5})") == "search: a off and 1 more");
  CHECK(words("{", "[]") == "search: settings");
}
