#include "core/logs/format_reader.h"

#include <algorithm>

#include "core/logs/formats/formats.h"
#include "tests/core/logs/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("every format can be told: its words are long enough, its names are unique, and it reads something") {
  std::vector<std::string_view> names;
  for (const LogFormat& format : log_formats_all) {
    CAPTURE(format.name);
    CHECK(std::find(names.begin(), names.end(), format.name) == names.end());
    names.push_back(format.name);
    bool tells = false;
    for (const LogField& field : format.fields) {
      CAPTURE(field.word);
      CHECK_FALSE(field.word.empty());
      CHECK((field.unit.factor > 0));
      if (field.beside.empty()) CHECK(field.word.size() >= telling_word_min);
      tells = tells || field.beside.empty();
    }
    CHECK(tells);
  }
}

TEST_CASE("a record is put together from lines of its own rank, and another rank's repeat adds nothing") {
  const std::string text =
      "[default0]: iteration 1/ 9 | elapsed time per iteration (ms): 100.0 | lm loss: 2 |\n"
      "[default1]: iteration 1/ 9 | elapsed time per iteration (ms): 900.0 | lm loss: 2 |\n"
      "[default0]: iteration 2/ 9 | elapsed time per iteration (ms): 100.0 |\n"
      "[default1]: iteration 1/ 9 | elapsed time per iteration (ms): 900.0 | lm loss: 2 |\n"
      "[default1]: iteration 2/ 9 | elapsed time per iteration (ms): 900.0 |\n";
  const MeasuredLog log = log_of(text);
  CHECK(log.iterations == 2);
  CHECK(log.restarts == 0);
  CHECK(log.step_seconds->p90 == doctest::Approx(0.1));
}

TEST_CASE("records that are glued on one line are two") {
  const MeasuredLog log = log_of(
      "iteration 1/ 9 | elapsed time per iteration (ms): 100.0 | lm loss: 2 | iteration 2/ 9 | elapsed time per "
      "iteration (ms): 300.0 |\n");
  CHECK(log.iterations == 2);
  CHECK(log.step_seconds->median == doctest::Approx(0.2));
}
