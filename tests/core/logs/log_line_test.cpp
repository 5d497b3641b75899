#include "core/logs/log_line.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("colours go, tabs and the blocks of a bar stay") {
  std::string kept;
  CHECK(without_colours("\x1b[31mstep: 1\x1b[38;2;180;60;0m  tps: 7\x1b[39m", kept) == "step: 1  tps: 7");
  CHECK(without_colours("12/24 [00:08<00:12]\x1b[A", kept) == "12/24 [00:08<00:12]");
  CHECK(without_colours("a\tb \u2588", kept) == "a\tb \u2588");
  CHECK(without_colours("cut \x1b[3", kept) == "cut ");
  CHECK(without_colours("plain", kept) == "plain");
}

TEST_CASE("a line says whose it is in each launcher's way") {
  CHECK(stream_of("55:  iteration 1/ 2") == "55");
  CHECK(stream_of("[default7]: iteration") == "default7");
  CHECK(stream_of("[rank0]:[titan] 2026-04-18") == "rank0");
  CHECK(stream_of("192.168.205.202: [Rank 8] (after") == "Rank 8");
  CHECK(stream_of("192.168.205.202:  iteration 3/ 4") == "192.168.205.202");
  CHECK(stream_of("localhost: steps: 1") == "localhost");
  CHECK(stream_of("[1,3]<stdout>:step") == "1,3");
  CHECK(stream_of("[20260101 12:39:12][rank-63/64][INFO ] :") == "rank-63/64");
  CHECK(stream_of("[2026-01-01 10:00:00] iteration") == "");
  CHECK(stream_of("Memory used: 3 GB") == "");
  CHECK(rank_in("default7") == 7);
  CHECK(rank_in("rank-63/64") == 63);
  CHECK(rank_in("1,3") == 3);
  CHECK(rank_in("55") == 55);
  CHECK_FALSE(rank_in("192.168.205.202"));
  CHECK_FALSE(rank_in("node-3"));
  const std::string glued = "[Rank 7] memory | max reserved: 1.0[Rank 6] memory | max reserved: 2.0";
  CHECK(rank_before(glued, glued.find("max")) == 7);
  CHECK(rank_before(glued, glued.rfind("max")) == 6);
  CHECK_FALSE(rank_before("max reserved: 1", 0));
}

TEST_CASE("time stamps of every trainer differ by what lies between them") {
  const auto between = [](std::string_view a, std::string_view b) {
    const auto first = stamp_of(a), second = stamp_of(b);
    REQUIRE(first);
    REQUIRE(second);
    return *second - *first;
  };
  CHECK(between("2026-04-18 22:15:30,650 - root", "2026-04-18 22:15:31,900 - root") == doctest::Approx(1.25));
  CHECK(between("    2026-09-05T11:49:58.225+08:00 INFO", "2026-09-05T11:50:02.553+08:00") == doctest::Approx(4.328));
  CHECK(between("[2025-12-31 23:59:59] x", "[2026-01-01 00:00:01] x") == doctest::Approx(2));
  CHECK(between("08/31/2026 14:37:22 [INFO", "08/31/2026 14:37:24 [INFO") == doctest::Approx(2));
  CHECK(between("[20260301 12:39:12][rank-0/8]", "[20260301 12:40:12][rank-0/8]") == doctest::Approx(60));
  CHECK(between("I0228 23:59:59.5 1 train.py:7]", "I0301 00:00:00.5 1 train.py:7]") == doctest::Approx(1));
  CHECK_FALSE(stamp_of("iteration 20260301/ 99999999 | 10:11:12"));
  CHECK_FALSE(stamp_of("step 1234 5678"));
  CHECK_FALSE(stamp_of("2026-13-01 10:00:00"));
}
