// Damaged logs: whatever their bytes, the reader ends, in the same way however they are cut, with figures that are
// finite and above zero.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "core/logs/log_json.h"
#include "tests/core/logs/cases.h"
#include "tests/fuzz/damage.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string damaged_log(std::string text, const std::string& other, std::mt19937& random) {
  constexpr std::string_view signs = "|:=/[]{}()<>.,'\"eE+-0189KMG%\x1b\r\n\t \xff\xe2";
  for (std::size_t times = random() % 6 + 1; times > 0 && !text.empty(); --times) {
    const std::size_t at = random() % text.size();
    const auto kind = static_cast<unsigned>(random() % (damage_kinds + 3));
    if (kind < damage_kinds)
      damage_at(text, at, kind, 60, signs, random);
    else if (kind == damage_kinds)
      text.insert(at, other.substr(random() % other.size(), random() % 300));
    else if (kind == damage_kinds + 1)
      text.insert(at, "99999999999999999999999e999");
    else
      text.resize(at);
  }
  return text;
}

void check_finite(const nlohmann::ordered_json& json) {
  if (json.is_number_float()) {
    CHECK(std::isfinite(json.get<double>()));
  }
  if (json.is_structured())
    for (const auto& each : json) check_finite(each);
}

}  // namespace

TEST_CASE("a damaged log is read to its end, and nothing that isn't finite comes out") {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("tests/data/logs")))
    texts.push_back(log_text(entry.path().filename().string()));
  std::sort(texts.begin(), texts.end());
  REQUIRE(texts.size() > 10);
  std::mt19937 random(7);
  int read = 0;
  for (int i = 0; i < 1'500; ++i) {
    const std::string text = damaged_log(texts[random() % texts.size()], texts[random() % texts.size()], random);
    CAPTURE(text);
    const MeasuredLog log = log_of(text);
    read += log.step_seconds ? 1 : 0;
    for (const auto& figure :
         {log.tokens_rate_per_gpu, log.samples_rate, log.flops_rate_per_gpu, log.allocated_bytes, log.reserved_bytes})
      CHECK((!figure || (std::isfinite(*figure) && *figure > 0)));
    if (log.step_seconds) CHECK((std::isfinite(log.step_seconds->median) && log.step_seconds->median > 0));
    const LogPlan plan = i % 10 == 0 ? plan_of_log(log, real_presets()) : LogPlan{};
    check_finite(log_json("x", log, plan, {}, nlohmann::ordered_json::array()));
  }
  CHECK(read > 500);
}

TEST_CASE("bytes of any kind are a log without steps") {
  std::mt19937 random(11);
  for (int i = 0; i < 200; ++i) {
    std::string text(random() % 5000, '\0');
    for (char& c : text) c = static_cast<char>(random() % 256);
    CHECK_FALSE(log_of(text).step_seconds);
  }
}
