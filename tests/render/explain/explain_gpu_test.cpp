#include "render/explain/explain_gpu.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/render/explain/has_line.h"
#include "tests/render/sample_report.h"

using namespace shardscope;
using tests::has_line;

namespace {

Report cluster_report() {
  Report report = step_report();
  report.scenario.plan.tp = 8;
  report.scenario.cluster.gpus = 25000;
  report.scenario.cluster.gpus_per_node = 8;
  report.time->sent.assign(15, {Bytes{1e12}});
  report.time->expert_rows_sent.assign(15, Bytes{});
  return report;
}

}  // namespace

TEST_CASE("a GPU is explained by its place, its part and what it sends to each of its groups") {
  const Explanation words = explain_gpu(cluster_report(), 17);
  CHECK(words.title.starts_with("GPU 17"));
  CHECK(words.value == "1.0 TB sent per step");
  CHECK(has_line(words, "stage 0 (0 to 14), tensor 1 (0 to 7)"));
  CHECK(has_line(words, "rank 17"));
  CHECK(has_line(words, "rack 0, node 2, slot 1"));
  CHECK(has_line(words, "Tensor, ring: 7 in the node; 1.0 TB in 5.2 s, 50 % hidden"));
  CHECK_FALSE(words.source.empty());
}

TEST_CASE("a GPU that the plan leaves idle sends nothing and says so") {
  const Explanation words = explain_gpu(cluster_report(), 24999);
  CHECK(words.value.empty());
  CHECK(has_line(words, "idle"));
  CHECK_FALSE(has_line(words, "Tensor"));
}

TEST_CASE("without a step no stage is called the busiest") {
  Report report = cluster_report();
  CHECK(explain_gpu(report, 17).source.find("the busiest") != std::string::npos);
  report.time.reset();
  CHECK(explain_gpu(report, 17).source.find("busiest") == std::string::npos);
}
