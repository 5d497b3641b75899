#include "core/measured/cross_validation.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace shardscope;
using Json = nlohmann::ordered_json;

namespace {

CrossValidation example() {
  CrossValidation found;
  found.date = "2026-11-21";
  found.constants = {{"product_size_term", 650, 600, 640}};
  found.shipped = {{"all but low", 786, 0.04, 0.13}, {"kind:moe", 129, 0.08, 0.2}};
  found.refitted = found.at_priors = found.source_left_out = found.configuration_left_out = found.shipped;
  found.source_left_out[1].median_absolute_error = 0.09;
  found.ablations = {{"contention", "none", found.shipped, found.refitted}};
  return found;
}

}  // namespace

TEST_CASE("what cross-validation found is read as it was written") {
  const Json json = cross_validation_json(example());
  const Outcome<CrossValidation> read = read_cross_validation(json.dump());
  REQUIRE(succeeded(read));
  CHECK(cross_validation_json(value_of(read)) == json);
  CHECK(value_of(read).date == "2026-11-21");
  const GroupErrors* moe = errors_of(value_of(read).source_left_out, "kind:moe");
  REQUIRE(moe != nullptr);
  CHECK(moe->count == 129);
  CHECK(moe->median_absolute_error == 0.09);
  CHECK(errors_of(value_of(read).shipped, "gpu:none") == nullptr);
}

TEST_CASE("another file is refused with a reason") {
  const auto refusal = [](const std::string& text) {
    const Outcome<CrossValidation> read = read_cross_validation(text);
    return succeeded(read) ? std::string() : line_of(problems_of(read).front(), "");
  };
  CHECK(refusal("{").find("isn't JSON") != std::string::npos);
  CHECK(refusal("[]").find("shardscope_cross_validation: isn't 1") != std::string::npos);
  CHECK(refusal(R"({"shardscope_cross_validation": 2})").find("isn't 1") != std::string::npos);
  CHECK_FALSE(refusal(R"({"shardscope_cross_validation": 1, "date": "2026-11-21"})").empty());
  Json json = cross_validation_json(example());
  json["errors"]["shipped"]["all but low"]["count"] = "many";
  CHECK_FALSE(refusal(json.dump()).empty());
}
