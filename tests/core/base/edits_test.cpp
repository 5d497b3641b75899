#include "core/base/edits.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("letters left out, added, changed or changed places count one each, either way round") {
  struct Row {
    std::string_view a, b;
    std::size_t edits;
  };
  constexpr Row rows[] = {{"", "", 0},
                          {"tp", "tp", 0},
                          {"", "pp", 2},
                          {"global_bach", "global_batch", 1},
                          {"micro__batch", "micro_batch", 1},
                          {"micro-batch", "micro_batch", 1},
                          {"golbal_batch", "global_batch", 1},
                          {"abcd", "badc", 2},
                          {"ca", "abc", 3},  // letters that changed places stay where they are
                          {"kitten", "sitting", 3},
                          {"tp", "ep", 1},
                          {"dp", "zero", 4}};
  for (const Row& row : rows) {
    CAPTURE(row.a);
    CAPTURE(row.b);
    CHECK(edits_between(row.a, row.b) == row.edits);
    CHECK(edits_between(row.b, row.a) == row.edits);
  }
}

TEST_CASE("the nearest name is the one with the fewest slips, and none where all are far") {
  const std::vector<std::string> names = {"micro_batch", "global_batch", "tp", "pp"};
  CHECK(nearest_name("global_bach", names) == "global_batch");
  CHECK(nearest_name("micro-batch", names) == "micro_batch");
  CHECK(nearest_name("pt", names) == "tp");  // letters that changed places are one slip
  CHECK(nearest_name("tp", names) == "tp");
  CHECK(nearest_name("flash_attention", names).empty());
  CHECK(nearest_name(std::string(1'000'000, 'x'), names).empty());
  CHECK(nearest_name("x", {}).empty());
}

TEST_CASE("words are within so many edits of each other exactly where edits_between() is no more") {
  const std::vector<std::string> words = {"",       "tp",       "tpu",    "micro-batch", "mirco-batch", "macro-bach",
                                          "global", "globally", "lobagl", "num-layers",  "num-layer",   "um-layers",
                                          "hidden", "hiddden",  "hidend", "ffn-hidden",  "hidden-ffn",  "h"};
  for (const std::string& a : words)
    for (const std::string& b : words)
      for (std::size_t most = 0; most < 6; ++most) {
        CAPTURE(a);
        CAPTURE(b);
        CHECK(within_edits(a, b, most) == (edits_between(a, b) <= most));
      }
}
