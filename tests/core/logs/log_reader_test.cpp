#include "core/logs/log_reader.h"

#include "tests/core/logs/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a line without end is cut and said, and what follows it is read") {
  std::string text = "iteration 1/ 9 | elapsed time per iteration (ms): 100.0 | ";
  text.append(3 * LogReader::line_max, 'x');
  text += "\niteration 2/ 9 | elapsed time per iteration (ms): 300.0 |\n";
  for (const std::size_t block : {std::size_t{1000}, text.size()}) {
    CAPTURE(block);
    const LogReading reading = reading_of(text, block);
    CHECK(reading.records.count() == 2);
    CHECK(reading.cut_lines == 1);
  }
}

TEST_CASE("a dump of arguments is read name by name, whatever stands around it") {
  const LogReading reading = reading_of(
      "0:   num_layers ...................................... 24\n"
      "  data_path ....................................... ['/a b/c']\n"
      "  model_parallel_size ............. 2...........................updated\n"
      "  optimizer ....................... {'type': 'Adam'}updated\n"
      "waiting ...... done\n  ....\n  x ..........\n");
  CHECK(reading.arguments.at("num_layers") == "24");
  CHECK(reading.arguments.at("data_path") == "['/a b/c']");
  CHECK(reading.arguments.at("model_parallel_size") == "2");
  CHECK(reading.arguments.at("optimizer") == "{'type': 'Adam'}");
  CHECK_FALSE(reading.arguments.contains("x"));
}

TEST_CASE("of several formats in one log the one that says the steps counts, with what the others say of memory") {
  std::string text;
  for (int i = 1; i <= 6; ++i)
    text += " iteration " + std::to_string(i) +
            "/ 9 | elapsed time per iteration (ms): 100.0 | lm loss: 2 |\n[2026-01-01 10:00:0" + std::to_string(i) +
            ",000] [INFO] [timer.py:1:stop] epoch=0/micro_step=1/global_step=" + std::to_string(i) +
            ", RunningAvgSamplesPerSec=1.0, CurrSamplesPerSec=1.0, MemAllocated=1GB, MaxMemAllocated=2GB\n";
  const LogReading reading = reading_of(text);
  CHECK(reading.framework == "Megatron-LM");
  CHECK(reading.memory.at(-1).allocated_bytes == 2.0 * 1073741824);
}

TEST_CASE("a text that is no log says nothing") {
  CHECK(reading_of("").framework.empty());
  CHECK(reading_of("Dear all,\nthe iteration of our plan is done.\n").records.count() == 0);
}
