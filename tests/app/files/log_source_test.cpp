#include "app/files/log_source.h"

#include <doctest/doctest.h>

#include <sstream>

#include "app/files/files.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string log_file(const char* name) {
  return source_path(std::string("tests/data/logs/") + name).string();
}

std::string text_of_log(const char* name) {
  return value_of(read_text_file(log_file(name), 1 << 24));
}

}  // namespace

TEST_CASE("a file, a stream and its blocks come to the same reading") {
  std::istringstream none, text(text_of_log("megatron-ranks.log"));
  const Outcome<LogReading> file = read_log_file(log_file("megatron-ranks.log"), none);
  REQUIRE(succeeded(file));
  CHECK(value_of(read_log_file("-", text)).records.count() == value_of(file).records.count());
  CHECK_FALSE(succeeded(read_log_file(log_file("none.log"), none)));
}

TEST_CASE("a folder is said to be one, and a file that isn't there not to be") {
  std::istringstream none;
  const auto said = [&](const std::string& file) { return problems_of(read_log_file(file, none)).front().message; };
  CHECK(said(source_path("tests/data/logs").string()).find("folder") != std::string::npos);
  CHECK(said(source_path("tests/data/logs/none.log").string()).find("no such log") != std::string::npos);
}

TEST_CASE("what is a log is told by several lines of a trainer, not by prose or a launch script") {
  for (const char* name : {"megatron-ranks.log", "torchtitan-colours.log", "bars.log"}) {
    CAPTURE(name);
    CHECK(is_log(text_of_log(name)));
  }
  CHECK_FALSE(is_log("Dear all,\nno log.\n"));
  CHECK_FALSE(is_log("#!/bin/bash\ntorchrun pretrain_gpt.py --tensor-model-parallel-size 8 --num-layers 80\n"));
  CHECK_FALSE(is_log("{\"shardscope\": 1}"));
}

TEST_CASE("a log's own plan needs its GPU; with it the report stands beside") {
  std::istringstream none;
  const LogReading reading = value_of(read_log_file(log_file("megatron-ranks.log"), none));
  const LogBeside bare = set_beside(reading, real_presets(), {});
  CHECK(bare.needs.gpu);
  CHECK_FALSE(bare.report);
  CHECK(says_anything(bare));
  const std::vector<Setting> gpu = {"cluster.gpu=h100-sxm"};
  const LogBeside beside = set_beside(reading, real_presets(), {}, gpu);
  REQUIRE(beside.report);
  CHECK(beside.beside);
  CHECK_FALSE(beside.explanations.empty());
  CHECK_FALSE(says_anything(set_beside(LogReading{}, real_presets(), {})));
}

TEST_CASE("nothing computes faster than the fastest GPU's fastest precision") {
  CHECK(fastest_flops(real_presets()) >= *real_presets().gpu("gb300")->peak_flops.fp4);
}
