#include "core/calibration/observed_rates.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// As nccl-tests prints a run on so many nodes of eight GPUs, whose largest message takes `microseconds`.
std::string nccl_output(int nodes, double microseconds, bool with_root = true) {
  std::string text =
      "# Collective test starting: all_reduce_perf\n# nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: "
      "2(factor)\n"
      "# Using devices\n";
  for (int rank = 0; rank < 8 * nodes; ++rank)
    text += "#  Rank " + std::to_string(rank) + " Group  0 Pid  43" + std::to_string(rank) + " on    host" +
            std::to_string(rank / 8) + " device  " + std::to_string(rank % 8) + " [0x10] NVIDIA H100 80GB HBM3\n";
  text += "#       size         count      type   redop    root     time   algbw   busbw #wrong\n";
  const std::string root = with_root ? "     -1 " : " ";
  text += "     1048576        262144     float     sum" + root + "   60.10   17.4   30.5    0\n";
  return text + "  1073741824     268435456     float     sum" + root + std::to_string(microseconds) +
         "   500   400    0\n# Avg bus bandwidth    : 215.0\n";
}

const std::string good_table = "M,N,K,dtype,TFLOPS\n8192,8192,8192,bf16,600\n4096,4096,4096,fp8,900\n";

double predicted_of(const std::string& output) {
  const auto observed = observed_collectives("x", output, gpt3_on(8, 8, 4));
  REQUIRE(succeeded(observed));
  return *value_of(observed).front().predicted({});
}

}  // namespace

TEST_CASE("the largest message between the ranks that the output lists is an observation of the network") {
  const std::string one_node = nccl_output(1, 4000), four_nodes = nccl_output(4, 5000);
  CHECK(is_nccl_output(one_node));
  const auto observed = observed_collectives("run.txt", one_node, gpt3_on(8, 8, 4));
  REQUIRE(succeeded(observed));
  REQUIRE(value_of(observed).size() == 1);
  CHECK(value_of(observed).front().seconds == doctest::Approx(4e-3));
  CHECK(predicted_of(one_node) > 2e-3);  // 1 GiB at 480 GB/s of bus bandwidth takes 4 ms
  CHECK(predicted_of(one_node) < 6e-3);
  CHECK(predicted_of(four_nodes) > predicted_of(one_node));
  CHECK(value_of(observed_collectives("x", nccl_output(1, 4000, false), gpt3_on(8, 8, 4))).front().seconds ==
        doctest::Approx(4e-3));
}

TEST_CASE("a node's link moves what is within it, several nodes what lies between them") {
  const Scenario scenario = gpt3_on(8, 8, 4);
  const auto moved = [&](int nodes) {
    const double predicted = predicted_of(nccl_output(nodes, 4000));
    return calibrate("x", value_of(observed_collectives("x", nccl_output(nodes, predicted * 1.1e6), scenario)))
        .calibration;
  };
  const Calibration inside = moved(1), between = moved(4);
  CHECK(inside.factor(CalibratedConstant::scale_up) > 1.03);
  CHECK(between.factor(CalibratedConstant::scale_out) > 1.03);
  CHECK(inside.factor(CalibratedConstant::products) == doctest::Approx(1));
}

TEST_CASE("rows of a table of products are observations of the products in their precision") {
  CHECK(is_product_table(good_table));
  CHECK_FALSE(is_product_table("step,loss\n1,2\n"));
  const auto observed = observed_products("gemm.csv", good_table, gpt3_on(8, 8, 4));
  REQUIRE(succeeded(observed));
  REQUIRE(value_of(observed).size() == 2);
  CHECK(value_of(observed)[0].name == "gemm.csv, line 2");
  CHECK(value_of(observed)[0].seconds == doctest::Approx(2 * std::pow(8192.0, 3) / 600e12));
  const Calibration calibration = calibrate("x", value_of(observed)).calibration;
  CHECK(calibration.factor(CalibratedConstant::products) != doctest::Approx(1));
  CHECK(calibration.factor(CalibratedConstant::low_products) != doctest::Approx(1));
  CHECK(calibration.factor(CalibratedConstant::memory_bound) == doctest::Approx(1).epsilon(0.01));
  const auto timed = observed_products("x", "m,n,k,time_us\n4096,4096,4096,250\n", gpt3_on(8, 8, 4));
  CHECK(value_of(timed).front().seconds == doctest::Approx(250e-6));
}

TEST_CASE("what can't be told is said") {
  const Scenario scenario = gpt3_on(8, 8, 4);
  const auto why = [](const Outcome<std::vector<Observation>>& outcome) {
    return succeeded(outcome) ? std::string() : problems_of(outcome).front().message;
  };
  std::string nameless = nccl_output(1, 4000);
  nameless.erase(0, nameless.find('\n') + 1);
  CHECK(why(observed_collectives("run.txt", nameless, scenario)).find("which collective") != std::string::npos);
  CHECK(succeeded(observed_collectives("all_reduce.txt", nameless, scenario)));
  CHECK(why(observed_collectives("x", "# Collective: all_reduce\n 8 2 float sum -1 20 0 0 0\n", scenario)) !=
        std::string());
  CHECK(why(observed_collectives("x", "algbw busbw\n", scenario)).find("no line of it") != std::string::npos);
  CHECK(why(observed_products("x", "m,n,k\n1,2,3\n", scenario)).find("names no column") != std::string::npos);
  CHECK(why(observed_products("x", "m,n,k,ms\n1,2,zero,3\n", scenario)).find("line 2 is no product") !=
        std::string::npos);
  CHECK(why(observed_products("x", "m,n,k,ms\n", scenario)).find("it has no product") != std::string::npos);
}
