#include "tests/core/scenario/rule_cases.h"

using namespace shardscope;
using tests::Breach;

namespace {

const Breach breaches[] = {
    {"gpus-idle", Severity::warning, [](Scenario& s) { s.plan.dp = 15; }, "cluster.gpus",
     "64 of 1,024 GPUs stay idle: TP × PP × CP × DP is 960; DP could be 16"},
    {"gpus-left-over", Severity::hint, [](Scenario& s) { s.cluster.gpus = 1025; }, "cluster.gpus",
     "1 of 1,025 GPUs stays idle: TP × PP × CP × DP is 1,024"},
    {"nodes-filled", Severity::warning, [](Scenario& s) { s.plan.tp = 4, s.plan.pp = 5, s.plan.dp = 5; },
     "cluster.gpus_per_node", "the last node is not filled: 100 ranks over nodes of 8 leave 4 GPUs of it without work"},
    {"tensor-in-domain", Severity::warning, [](Scenario& s) { s.plan.tp = 16; }, "plan.tp",
     "16 is wider than the scale-up domain of 8 GPUs: every layer's traffic goes over the network; use 8 or fewer"},
    {"tensor-in-domain", Severity::warning, [](Scenario& s) { s.cluster.scale_up_domain = 12; }, "plan.tp",
     "8 doesn't divide the scale-up domain (12): some tensor groups go over the network; try 6 or 12"},
    {"unevaluated-key", Severity::warning,
     [](Scenario& s) {
       s.cluster.unevaluated = {{"sites", "{\"count\":2}"}};
     },
     "cluster.sites", "is kept and not evaluated: the cluster counts as uniform, on one site"},
};

}  // namespace

TEST_CASE("what the machines would rather have is said with the numbers") {
  for (const Breach& breach : breaches) tests::check_breach(breach, tests::sound_scenario());
}

TEST_CASE("fewer ranks than a node has GPUs is no node left unfilled") {
  Scenario s = tests::sound_scenario();
  s.cluster.gpus = 4, s.plan.tp = 4, s.plan.pp = 1, s.plan.dp = 1;
  CHECK(tests::problems_by("nodes-filled", s).empty());
}
