#include "render/memory/memory_table.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace shardscope;

namespace {

LedgerLine line(MemoryComponent component, std::string_view name, double bytes) {
  LedgerLine made;
  made.component = component, made.name = name, made.bytes = Bytes{bytes};
  return made;
}

const std::vector<LedgerLine>& ledger() {
  static const std::vector<LedgerLine> lines = {line(MemoryComponent::weights, "small", 1),
                                                line(MemoryComponent::weights, "large", 9),
                                                line(MemoryComponent::activations, "gate", 5)};
  return lines;
}

}  // namespace

TEST_CASE("a closed table has a row a component; an open component shows its lines, the largest first") {
  CHECK(memory_table_rows(ledger(), {}).size() == memory_component_count);
  const std::vector<MemoryTableRow> rows = memory_table_rows(ledger(), {true, false, false, false, false});
  REQUIRE(rows.size() == memory_component_count + 2);
  CHECK_FALSE(rows[0].line.has_value());
  CHECK(rows[1].line == 1);
  CHECK(rows[2].line == 0);
  CHECK(rows[3].component == MemoryComponent::gradients);
}

TEST_CASE("a tensor has two lines where its columns have no room, one where they have") {
  const Theme theme = dark_theme();
  const MemoryTableRow component{MemoryComponent::weights, {}}, tensor{MemoryComponent::weights, 0};
  std::vector<LedgerLine> lines = ledger();
  lines.front().formula = "parameters · bytes";
  const auto height = [&](const MemoryTableRow& row, float width) {
    return memory_table_row_height(theme, lines, row, width);
  };
  CHECK(height(tensor, 500) > height(tensor, 1200));
  CHECK(height(component, 500) == height(component, 1200));
}

TEST_CASE("numbers stand in brackets, whole ones without a point") {
  CHECK(numbers_in_words({8192, 1, 6656}) == "[8,192, 1, 6,656]");
  CHECK(numbers_in_words({170.5}) == "[170.5]");
  CHECK(numbers_in_words({}).empty());
  CHECK(numbers_in_words({14336, 14336}, 8) == "[14,336, 14,336]/8");
  CHECK(numbers_in_words({8}, 1.25) == "[8]/1.25");
}

TEST_CASE("a tensor is explained by its shape in symbols and numbers, dtype, how many, and its source") {
  LedgerLine gate = line(MemoryComponent::activations, "gate", 32e9);
  gate.shape = shape_of(letters::s / letters::cp, letters::b, letters::f / letters::tp), gate.numbers = {8192, 1, 6656},
  gate.value = bf16_value, gate.count = 32;
  gate.source = "a paper";
  const Explanation words = explain_ledger_line(gate);
  CHECK(words.title == "gate");
  CHECK(words.value == "32.0 GB");
  CHECK(words.lines ==
        std::vector<std::string>{"[s/cp, b, f/tp]", "[8,192, 1, 6,656] bf16", "32 of them, 1.0 GB each"});
  CHECK(words.source == "a paper");
  gate.role = "master copy";
  CHECK(explain_ledger_line(gate).title == "gate, master copy");
  LayerTensor dropped;
  dropped.tensor = TensorName::q, dropped.kept = false, dropped.fate = TensorFate::recomputed;
  CHECK(explain_layer_tensor(dropped).lines.back().starts_with("not kept"));
}
