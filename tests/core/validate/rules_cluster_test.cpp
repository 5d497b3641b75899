#include "tests/core/validate/rule_cases.h"

using namespace shardscope;
using tests::Breach;

namespace {

const Breach cluster_breaches[] = {
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
    {"rank-order-readable", Severity::error, [](Scenario& s) { s.plan.rank_order = "tp-dp"; }, "plan.rank_order",
     "\"tp-dp\" isn't an order of tp, cp, ep, dp and pp: write tp-cp-ep-dp-pp, each once"},
    {"torus-holds-domain", Severity::warning,
     [](Scenario& s) {
       s.cluster.topology.kind = TopologyKind::torus;
       s.cluster.topology.torus = {2, 2, 4};
     },
     "cluster.topology.torus", "isn't three axes whose product is the scale-up domain (8)"},
    {"rack-uplinks-exist", Severity::hint, [](Scenario& s) { s.cluster.topology.rack.oversubscription = 2; },
     "cluster.topology.rack.oversubscription",
     "has no effect: only in a plain fat tree have racks switches of their own; set the pod's"},
    {"sites-share-ranks", Severity::warning, [](Scenario& s) { s.cluster.sites.number = 3; }, "plan.across_sites",
     "3 sites don't divide dp (16): sites have unequal shares, or groups of other kinds cross the fibre too"},
    {"local-steps-act", Severity::hint, [](Scenario& s) { s.plan.local_steps = 100; }, "plan.local_steps",
     "takes effect where data parallelism crosses several sites"},
};

}  // namespace

TEST_CASE("what the machines would rather have is said with the numbers") {
  for (const Breach& breach : cluster_breaches) tests::check_breach(breach, tests::sound_scenario());
}

TEST_CASE("fewer ranks than a node has GPUs is no node left unfilled") {
  Scenario s = tests::sound_scenario();
  s.cluster.gpus = 4, s.plan.tp = 4, s.plan.pp = 1, s.plan.dp = 1;
  CHECK(tests::problems_by("nodes-filled", s).empty());
}
