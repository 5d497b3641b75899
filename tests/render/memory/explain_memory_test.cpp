#include "render/memory/explain_memory.h"

#include <doctest/doctest.h>

#include "tests/render/sample_report.h"

using namespace shardscope;

TEST_CASE("a part is explained by its name, its numbers and its source") {
  const Report report = memory_report(15, 12, 80);
  const Explanation words = explain_memory(report, {0, MemoryComponent::activations, 3});
  CHECK(words.title == "Stage 0, activations");
  CHECK(words.value == "12.0 GB");
  REQUIRE(words.lines.size() == 3);
  CHECK(words.lines[0] == "bytes · held");
  CHECK(words.lines[1] == "100 MB per layer, one micro-batch × 120 layers held");
  CHECK(words.lines[2] == entry_of(PartKind::dense_layers).help);
  CHECK(words.source == "source of activations");
}

TEST_CASE("a part that isn't the whole component says how much of it it is") {
  const Report report = memory_report(15, 12, 80);
  const Explanation words = explain_memory(report, {0, MemoryComponent::buffers, 5});
  CHECK(words.value == "3.0 GB");
  REQUIRE_FALSE(words.lines.empty());
  CHECK(words.lines[0] == "CUDA context: 2.0 GB");
}

TEST_CASE("a component without a part lists its parts, a stage says what is spare or missing") {
  CHECK(
      explain_memory(memory_report(15, 12, 80), {std::nullopt, MemoryComponent::buffers, std::nullopt}).lines.size() ==
      2);
  const Explanation fits = explain_memory(memory_report(15, 12, 80), {0, std::nullopt, std::nullopt});
  CHECK(fits.value == "76.0 GB");
  CHECK(fits.lines[0] == "4.0 GB spare of 80.0 GB");
  CHECK(fits.lines[1] == "15 micro-batches in flight at the peak");
  const Explanation over = explain_memory(memory_report(15, 30, 80), {0, std::nullopt, std::nullopt});
  CHECK(over.lines[0] == "14.0 GB more than 80.0 GB");
}

TEST_CASE("beside the pointed part the others are listed with their numbers: what is said adds up to the headline") {
  Report report = memory_report(2, 12, 80);
  StageMemory& stage = report.memory.stages[0];
  stage.gradients = Bytes{32e9};
  stage.parts[1].bytes = Bytes{2e9};
  stage.parts.push_back({MemoryComponent::gradients,
                         PartKind::gradients,
                         Bytes{30e9},
                         {"parameters · bytes",
                          "source of gradients",
                          {{{"parameters on this GPU", 15e9}, bytes_per_value("parameter", bf16_value)}}},
                         PartContent::experts});
  const std::size_t experts = stage.parts.size() - 1;
  const Explanation on_layers = explain_memory(report, {0, MemoryComponent::gradients, 1});
  CHECK(on_layers.value == "32.0 GB");
  CHECK(on_layers.lines.front() == "gradients of layers: 2.0 GB");
  CHECK(on_layers.lines.back() ==
        "gradients of experts: 30.0 GB = 15.0 B parameters on this GPU × 2 bytes per parameter");
  const Explanation on_experts = explain_memory(report, {0, MemoryComponent::gradients, experts});
  CHECK(on_experts.lines.front() == "gradients of experts: 30.0 GB");
  CHECK(on_experts.lines.back() == "gradients of layers: 2.0 GB");
  stage.micro_batches_in_flight = 1;
  CHECK(explain_memory(report, {0, std::nullopt, std::nullopt}).lines[1] == "1 micro-batch in flight at the peak");
}

TEST_CASE("nothing under the pointer needs no words") {
  CHECK(explain_memory(memory_report(15, 12, 80), {}).empty());
  CHECK(explain_memory(Report{}, {0, std::nullopt, std::nullopt}).empty());
}

TEST_CASE("a share of a group is one of its size, and large bytes take their unit") {
  Report report = memory_report(2, 12, 80);
  MemoryPart& part = report.memory.stages[0].parts[2];
  part.derivation.factors = {{{"parameters on this GPU", 443e6},
                              bytes_per_value("parameter", two_of(fp32_value)),
                              share_of("share of one GPU in the shard group", 1.0 / 208)}};
  const Explanation words = explain_memory(report, {0, MemoryComponent::optimizer, 2});
  CHECK(words.title == "Stage 0, Adam");
  CHECK(words.lines[0] ==
        "443 M parameters on this GPU × 8 bytes per parameter × 1/208, share of one GPU in the shard group");
  part.derivation.factors = {{{"groups", 3}, bytes_each("communicator", 134.2e6)}};
  CHECK(explain_memory(report, {0, MemoryComponent::optimizer, 2}).lines[0] == "3 groups × 134 MB per communicator");
}

TEST_CASE("a list of parts names every part's source, and a constant is said once") {
  Report report = memory_report(2, 12, 80);
  StageMemory& stage = report.memory.stages[0];
  stage.parts.clear();
  const auto add = [&](PartKind kind, std::string_view source, const Factor& all) {
    stage.parts.push_back({MemoryComponent::buffers, kind, Bytes{all.value}, {"a constant", source, {{all}}}});
  };
  add(PartKind::library_workspace, "source of workspaces", bytes_alone(67.1e6));
  add(PartKind::cuda_context, "source of contexts", bytes_alone(500e6));
  add(PartKind::recomputed_layer, "source of contexts", {"tensors made again, alive at the peak", 886e6, Unit::bytes});
  const Explanation words = explain_memory(report, {0, MemoryComponent::buffers, std::nullopt});
  REQUIRE(words.lines.size() == 3);
  CHECK(words.lines[0] == "library workspace: 67.1 MB");
  CHECK(words.lines[2] == "layer being recomputed: 886 MB of tensors made again, alive at the peak");
  CHECK(words.source ==
        "library workspace: source of workspaces\nCUDA context, layer being recomputed: source of contexts");
}
