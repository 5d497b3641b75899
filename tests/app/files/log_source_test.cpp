#include "app/files/log_source.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "app/files/files.h"
#include "tests/real_presets.h"
#include "tests/temporary_folder.h"

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

TEST_CASE("a device is refused, for it may never end, and a pipe is read once, to its end") {
  std::istringstream none;
  CHECK(problems_of(read_log_file("/dev/zero", none)).front().message.find("device") != std::string::npos);
  const TemporaryFolder folder;
  const std::string pipe = (folder.root() / "pipe").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(pipe) << text_of_log("megatron-ranks.log"); });
  CHECK_FALSE(is_log_file(pipe));  // what it took would be lost
  const Outcome<LogReading> read = read_log_file(pipe, none);
  writer.join();
  REQUIRE(succeeded(read));
  CHECK(value_of(read).records.count() == 12);
}

TEST_CASE("a log is left once a stop is asked for") {
  std::istringstream none, text(text_of_log("megatron-ranks.log"));
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(succeeded(read_log_file(log_file("megatron-ranks.log"), none, stop.get_token())));
  CHECK_FALSE(succeeded(read_log_file("-", text, stop.get_token())));
}

TEST_CASE("it is said why nothing is predicted") {
  std::istringstream none;
  const LogReading reading = value_of(read_log_file(log_file("megatron-ranks.log"), none));
  const auto why = [&](const std::vector<Setting>& settings) {
    std::string words;
    for (const Problem& each : why_unpredicted(set_beside(reading, real_presets(), {}, settings)))
      words += each.path + ": " + each.message + "\n";
    return words;
  };
  CHECK(why({}) == "cluster.gpu: the log doesn't say on which GPU it ran\n");
  CHECK(why({"cluster.gpu=h100-sxm"}).empty());
  CHECK(why({"cluster.gpu=h100-sxm", "plan.tp=7"}).starts_with("plan.tp: "));
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
