#include "core/step/buckets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "core/cluster/collectives.h"
#include "core/memory/held_parameters.h"
#include "core/traffic/shared_links.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

std::vector<RankExchange> exchanges_of(const Scenario& scenario) {
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  const MachineSpeed speed =
      *machine_speed(scenario.cluster.gpu, scenario.plan, scenario.software, scenario.model.num_experts > 0);
  return rank_exchanges(scenario, layout, block_costs(scenario, layout, speed));
}

/// GPT-3 in the software of another framework.
Scenario gpt3_in(Framework framework, std::int64_t zero) {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.software.framework = framework;
  scenario.plan.zero = zero;
  scenario.plan.bucket_elements.reset();
  scenario.plan.overlap.dp_grad = scenario.plan.overlap.dp_param = true;
  return with_defaults(scenario);
}

constexpr double layer = (12.0 * 12288 * 12288 + 13.0 * 12288) / 8;  // parameters on one GPU

}  // namespace

TEST_CASE("a rank holds what memory counts, for every published scenario") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    const Scenario scenario = with_defaults(preset);
    if (!machine_speed(scenario.cluster.gpu, scenario.plan, scenario.software)) continue;
    CAPTURE(scenario.preset);
    const std::vector<StageParameters> held =
        parameters_of_ranks(scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan));
    const std::vector<RankExchange> exchanges = exchanges_of(scenario);
    REQUIRE(exchanges.size() == held.size());
    for (std::size_t r = 0; r < held.size(); ++r) {
      CHECK(exchanges[r].held.dense == doctest::Approx(held[r].dense_total()).epsilon(1e-9));
      CHECK(exchanges[r].held.experts == doctest::Approx(held[r].expert_total()).epsilon(1e-9));
    }
  }
}

TEST_CASE(
    "gradients come in the order in which they are whole, parameters in that of need; their times are the rank's") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    const Scenario scenario = with_defaults(preset);
    if (!machine_speed(scenario.cluster.gpu, scenario.plan, scenario.software)) continue;
    CAPTURE(scenario.preset);
    const std::vector<RankExchange> exchanges = exchanges_of(scenario);
    for (const RankExchange& rank : exchanges) {
      double gradients = 0, parameters = 0;
      for (const ChunkBuckets& chunk : rank.chunks)
        for (const auto& [buckets, sum] : {std::pair{&chunk.gradients, &gradients}, {&chunk.parameters, &parameters}})
          for (std::size_t i = 0; i < buckets->size(); ++i) {
            const Bucket& bucket = (*buckets)[i];
            *sum += bucket.time.value;
            CHECK(bucket.share >= 0);
            CHECK(bucket.share <= 1);
            if (i > 0) CHECK(bucket.share >= (*buckets)[i - 1].share);
          }
      CHECK(gradients == doctest::Approx(rank.gradients.value));
      CHECK(parameters == doctest::Approx(rank.parameters.value));
    }
  }
}

TEST_CASE("Megatron cuts buckets on the first rank, the others have one a chunk") {
  Scenario scenario = gpt3_on(8, 4, 4);
  const std::vector<RankExchange> exchanges = exchanges_of(scenario);
  const auto buckets = [](const RankExchange& rank) { return rank.chunks[0].gradients.size(); };
  CHECK(buckets(exchanges[0]) == static_cast<std::size_t>(24 * layer / 40e6) + 1);
  for (std::size_t r = 1; r < 4; ++r) CHECK(buckets(exchanges[r]) == 1);
  CHECK(exchanges[1].chunks[0].gradients[0].share == 1);
  CHECK(exchanges[1].chunks[0].parameters[0].share == 0);
  scenario.plan.bucket_elements = 400'000'000;
  CHECK(buckets(exchanges_of(scenario)[0]) == static_cast<std::size_t>(24 * layer / 400e6) + 1);
}

TEST_CASE("the embedding's table is never cut: the last bucket has it whole") {
  Scenario scenario = gpt3_on(8, 4, 4);
  const std::vector<Bucket> cut = exchanges_of(scenario)[0].chunks[0].gradients;
  CHECK(cut.back().time > cut.front().time);
  CHECK(cut.back().share == doctest::Approx(1));
  scenario.model.vocab_size = 8, scenario.model.max_position_embeddings = 8;
  scenario.plan.padded_vocab = 8;
  const std::vector<Bucket> small = exchanges_of(scenario)[0].chunks[0].gradients;
  CHECK(small.back().time < small.front().time);  // the layers' remainder alone
}

TEST_CASE("PyTorch's FSDP has a unit a layer and the head in one, DeepSpeed half a billion elements on every rank") {
  const std::vector<RankExchange> fsdp = exchanges_of(gpt3_in(Framework::torchtitan, 2));
  CHECK(fsdp[1].chunks[0].gradients.size() == 24);
  CHECK(fsdp[3].chunks[0].gradients.size() == 25);  // and the head
  CHECK(fsdp[0].chunks[0].gradients.size() == 25);  // and the embedding
  const std::vector<RankExchange> deepspeed = exchanges_of(gpt3_in(Framework::megatron_deepspeed, 1));
  CHECK(deepspeed[1].chunks[0].gradients.size() == static_cast<std::size_t>(24 * layer / 5e8) + 1);
}

TEST_CASE("more buckets than are told apart run several as one, and take as long in all") {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.plan.bucket_elements = 1'000'000;
  const RankExchange many = exchanges_of(scenario)[0];
  CHECK(many.chunks[0].gradients.size() <= 513);
  const double buckets = std::floor(24 * layer / 1e6) + 1;
  scenario.plan.bucket_elements = 100'000'000'000;
  const RankExchange one = exchanges_of(scenario)[0];
  REQUIRE(one.chunks[0].gradients.size() == 1);
  const Seconds start = collective_cost(Collective::reduce_scatter, Bytes{0},
                                        gradient_group_span(scenario.cluster, scenario.plan), scenario.cluster)
                            .time;
  CHECK((many.gradients - one.gradients).value == doctest::Approx((buckets - 1) * start.value).epsilon(1e-3));
  CHECK(many.gradients_sent[0].sent.value == doctest::Approx(one.gradients_sent[0].sent.value));
}

TEST_CASE("experts travel in buckets of their own group") {
  Scenario scenario = gpt3_on(1, 1, 8);
  scenario.model = *all_presets().model("mixtral-8x7b");
  scenario.plan.ep = 4;
  scenario = with_defaults(scenario);
  const RankExchange rank = exchanges_of(scenario)[0];
  CHECK(rank.held.experts > rank.held.dense);
  // Two replicas of the experts, eight of the rest: (n-1)/n of 4 bytes per parameter.
  CHECK(rank.gradients_sent[0].sent.value ==
        doctest::Approx(4 * (rank.held.experts / 2 + rank.held.dense * 7 / 8)).epsilon(1e-6));
}

TEST_CASE("faster links within a node never make an exchange over two sites cost its passes more") {
  Scenario scenario = gpt3_in(Framework::maxtext, 0);  // a bucket a layer, the table apart: messages of two sizes
  scenario.cluster.sites.number = 2;
  scenario.cluster.sites.bandwidth = 1e12;
  scenario.cluster.sites.distance_meters = 100e3;
  double before = std::numeric_limits<double>::infinity();
  for (const double faster : {1.0, 1.5, 2.0, 4.0, 8.0}) {
    Scenario other = scenario;
    other.cluster.gpu.scale_up_bandwidth *= faster;
    const RankExchange rank = exchanges_of(with_defaults(other)).front();
    const double beside_all = rank.contention.passes * (rank.gradients + rank.parameters).value;
    CAPTURE(faster);
    CHECK(beside_all <= before * (1 + 1e-9));
    before = beside_all;
  }
}

TEST_CASE("of an exchange over two sites only what isn't on the fibre meets the passes' traffic") {
  Scenario scenario = gpt3_on(16, 2, 4);  // tensors over two nodes
  const double one_site = exchanges_of(scenario).front().contention.passes;
  scenario.cluster.sites.number = 2;
  const double two_sites = exchanges_of(with_defaults(scenario)).front().contention.passes;
  const double alone = exchange_contention(scenario.cluster.constants).passes;
  CHECK(one_site > two_sites);
  CHECK(two_sites > alone);
}
