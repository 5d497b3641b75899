#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("claims prints every claim with its verdict, as text and as JSON") {
  const Ran text = run_command(ClaimsCommand{false});
  CHECK(text.status == 0);
  CHECK(text.error.empty());
  CHECK(text.out.find("HDR") != std::string::npos);
  const Ran json = run_command(ClaimsCommand{true});
  CHECK(json.status == 0);
  const auto list = nlohmann::json::parse(json.out);
  REQUIRE(list.size() == 43);
  for (const auto& claim : list) {
    const std::string verdict = claim["verdict"];
    CHECK((verdict == "agrees" || verdict == "differs" || verdict == "impossible" || verdict == "unknown"));
  }
}
