#include "render/memory/explain_memory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "render/text/format.h"

namespace shardscope {

namespace {

/// A share of one GPU in a group reads better as 1/208 than as 0.0048.
std::optional<std::string> as_one_of(const Factor& factor) {
  if (factor.unit != Unit::none || !(factor.value > 0) || factor.value > 0.5) return std::nullopt;
  const double whole = std::round(1 / factor.value);
  if (std::abs(whole * factor.value - 1) > 1e-9) return std::nullopt;
  return "1/" + format_count(whole).text();
}

/// "15 micro-batches held", "93.3 MB per layer", "2 bytes per value", "134 MB per communicator".
std::string factor_words(const Factor& factor) {
  const std::string label(factor.label);
  const auto amount = [&] { return format_quantity(factor.value, factor.unit).text(); };
  switch (factor.role) {
    case FactorRole::micro_batches:
      return factor.value == 1 ? "1 micro-batch " + label : amount() + " " + label_words(factor);
    case FactorRole::value_bytes:
    case FactorRole::bytes_each:
      if (factor.value < 1000) return format_quantity(factor.value, Unit::none).text() + " " + label_words(factor);
      return amount() + " per " + label;
    case FactorRole::bytes_alone:
      return amount();
    case FactorRole::count:
    case FactorRole::share:
      break;
  }
  if (const auto part = as_one_of(factor)) return *part + ", " + label;
  return amount() + " " + label;
}

std::string_view name_of(const Report& report, MemoryComponent component) {
  return component == MemoryComponent::optimizer ? memory_label(report, component) : entry_of(component).words;
}

/// The numbers that the formula multiplies.
std::string numbers_of(const MemoryPart& part) {
  std::string numbers;
  for (const Factor& factor : part.derivation.factors) {
    if (!factor.is_used()) continue;
    if (!numbers.empty()) numbers += " × ";
    numbers += factor_words(factor);
  }
  return numbers;
}

/// Sources of the parts that a tooltip lists: alone, or each with the parts that rest on it.
struct Sources {
  std::vector<std::pair<std::string_view, std::string>> of;

  void add(const MemoryPart& part) {
    if (part.derivation.source.empty()) return;
    for (auto& [source, names] : of)
      if (source == part.derivation.source) return void(names += ", " + std::string(name_of(part)));
    of.emplace_back(part.derivation.source, name_of(part));
  }
  [[nodiscard]] std::string words() const {
    if (of.size() == 1) return std::string(of.front().first);
    std::string all;
    for (const auto& [source, names] : of) all += (all.empty() ? "" : "\n") + names + ": " + std::string(source);
    return all;
  }
};

void explain_part(Explanation& explanation, const MemoryPart& part, bool whole, Sources& sources) {
  if (!whole) explanation.lines.push_back(std::string(name_of(part)) + ": " + format_bytes(part.bytes).text());
  std::string numbers = numbers_of(part);
  if (std::string formula = formula_of(part); !formula.empty()) explanation.lines.push_back(std::move(formula));
  if (!numbers.empty()) explanation.lines.push_back(std::move(numbers));
  explanation.lines.emplace_back(entry_of(part.kind).help);
  sources.add(part);
}

/// " = 2 tensors × 117 M values in each × 2 bytes per value"; nothing of a single figure, which the bytes say already.
std::string equation_of(const MemoryPart& part) {
  const auto& factors = part.derivation.factors;
  const auto used = std::count_if(factors.begin(), factors.end(), [](const Factor& f) { return f.is_used(); });
  if (used == 0) return {};
  if (used > 1) return " = " + numbers_of(part);
  const Factor& only = factors.front();
  if (only.role == FactorRole::bytes_alone) return {};
  return (only.unit == Unit::bytes ? " of " : ", ") + std::string(only.label);
}

/// The component's parts but the pointed one, which was explained, each with its numbers, so that all add up.
void list_parts(Explanation& explanation, const StageMemory& stage, MemoryComponent component,
                const MemoryPart* pointed, Sources& sources) {
  constexpr std::size_t lines_max = 12;
  for (const MemoryPart& part : stage.parts) {
    if (part.component != component || !(part.bytes.value > 0) || &part == pointed) continue;
    if (explanation.lines.size() == lines_max) return explanation.lines.emplace_back("and smaller ones"), void();
    explanation.lines.push_back(std::string(name_of(part)) + ": " + format_bytes(part.bytes).text() +
                                equation_of(part));
    sources.add(part);
  }
}

}  // namespace

std::string_view memory_label(const Report& report, MemoryComponent component) {
  const bool optimizer = component == MemoryComponent::optimizer;
  return optimizer ? label_of(report.scenario.plan.optimizer) : entry_of(component).label;
}

Explanation explain_memory(const Report& report, const MemoryHover& hover) {
  Explanation explanation;
  const auto index = static_cast<std::size_t>(hover.stage.value_or(report.memory.peak_stage));
  if ((!hover.stage && !hover.component) || index >= report.memory.stages.size()) return explanation;
  const StageMemory& stage = report.memory.stages[index];
  explanation.title = "Stage " + std::to_string(index);
  if (!hover.component) {
    explanation.value = format_bytes(stage.total).text();
    const Bytes spare = report.memory.capacity - stage.total;
    if (report.memory.capacity.value > 0)
      explanation.lines.push_back(format_bytes(spare.value < 0 ? spare * -1.0 : spare).text() +
                                  (spare.value < 0 ? " more than " : " spare of ") +
                                  format_bytes(report.memory.capacity).text());
    const Gpu& gpu = report.scenario.cluster.gpu;
    if (gpu.memory_usable_bytes && *gpu.memory_usable_bytes != gpu.memory_bytes)
      explanation.lines.push_back("The box says " + format_bytes(Bytes{gpu.memory_bytes}).text() + ", the driver " +
                                  format_bytes(Bytes{*gpu.memory_usable_bytes}).text());
    explanation.lines.push_back(grouped(std::llrint(stage.micro_batches_in_flight), "micro-batch", "micro-batches") +
                                " in flight at the peak");
    return explanation;
  }
  const Bytes held = stage.component(*hover.component);
  explanation.title += ", " + std::string(name_of(report, *hover.component));
  explanation.value = format_bytes(held).text();
  const MemoryPart* pointed = hover.part && *hover.part < stage.parts.size() ? &stage.parts[*hover.part] : nullptr;
  Sources sources;
  if (pointed != nullptr) explain_part(explanation, *pointed, pointed->bytes.value >= held.value * (1 - 1e-9), sources);
  list_parts(explanation, stage, *hover.component, pointed, sources);
  explanation.source = sources.words();
  return explanation;
}

}  // namespace shardscope
