#include "core/memory/part_kinds.h"

#include <doctest/doctest.h>

#include <set>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("every kind of part has a name and a sentence of its own") {
  std::set<std::string_view> names, sentences;
  for (std::size_t i = 0; i < count_of<PartKind>; ++i) {
    const auto kind = static_cast<PartKind>(i);
    names.insert(name_of(kind, PartContent::formula)), sentences.insert(entry_of(kind).help);
    CHECK(entry_of(kind).help.ends_with('.'));
  }
  CHECK(names.size() == count_of<PartKind>);
  CHECK(sentences.size() == count_of<PartKind>);
}

TEST_CASE("a part of the state is named by what it is and of what") {
  CHECK(name_of(PartKind::master_weights, PartContent::mtp_experts) == "master copy of MTP experts");
  CHECK(name_of(PartKind::weights, PartContent::head) == "head");
  CHECK(name_of(PartKind::gradients, PartContent::head) == "gradients of the head");
  CHECK(name_of(PartKind::optimizer_states, PartContent::embedding) == "optimizer states of the embedding");
  CHECK(name_of(PartKind::weights, PartContent::all_layers) == "weights");
  CHECK(name_of(PartKind::gathered_layer, PartContent::layers) == "gathered layer in use");
  CHECK(name_of(PartKind::cuda_context, PartContent::formula) == "CUDA context");
}

TEST_CASE("only the allocator's own are outside of what PyTorch counts, and what lasts is no passing buffer") {
  CHECK(use_of(PartKind::cuda_context) == PartUse::context);
  CHECK(is_lasting(PartKind::cuda_context));
  CHECK(is_lasting(PartKind::gradient_buckets));
  CHECK_FALSE(is_lasting(PartKind::fragmentation));
  CHECK(use_of(PartKind::fragmentation) == PartUse::unused);
  CHECK(use_of(PartKind::gathered_head) == PartUse::gathered);
}

TEST_CASE("parts of one component of a stage have names of their own, in every published scenario") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    for (const StageMemory& stage : evaluate(preset).memory.stages) {
      std::set<std::pair<MemoryComponent, std::string_view>> names;
      for (const MemoryPart& part : stage.parts) CHECK(names.insert({part.component, name_of(part)}).second);
    }
  }
}
