#include "render/explain_memory.h"

#include <string>

#include "render/format.h"

namespace shardscope {

namespace {

/// "15 micro-batches in flight", "93.3 MB a layer", "2 bytes a value".
std::string factor_words(const Factor& factor) {
  const bool unit_in_label = factor.label.starts_with("bytes");
  const Formatted value = format_quantity(factor.value, unit_in_label ? Unit::none : factor.unit);
  return value.text() + " " + std::string(factor.label);
}

std::string lower_first(std::string_view words) {
  std::string text(words);
  if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') text.front() = static_cast<char>(text.front() + 32);
  return text;
}

void explain_part(Explanation& explanation, const MemoryPart& part, bool whole) {
  if (!whole) explanation.lines.push_back(std::string(part.name) + ": " + format_bytes(part.bytes).text());
  std::string numbers;
  for (const Factor& factor : part.derivation.factors) {
    if (factor.label.empty()) continue;
    if (!numbers.empty()) numbers += " × ";
    numbers += factor_words(factor);
  }
  if (!part.derivation.formula.empty()) explanation.lines.emplace_back(part.derivation.formula);
  if (!numbers.empty()) explanation.lines.push_back(std::move(numbers));
  explanation.source = part.derivation.source;
}

}  // namespace

std::string_view memory_label(const Report& report, MemoryComponent component) {
  switch (component) {
    case MemoryComponent::weights:
      return "Weights";
    case MemoryComponent::gradients:
      return "Gradients";
    case MemoryComponent::optimizer:
      return label_of(report.scenario.plan.optimizer);
    case MemoryComponent::activations:
      return "Activations";
    case MemoryComponent::buffers:
      break;
  }
  return "Buffers";
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
    explanation.lines.push_back(fixed(stage.micro_batches_in_flight, 0) + " micro-batches in flight at the peak");
    return explanation;
  }
  const Bytes held = stage.component(*hover.component);
  explanation.title += ", " + lower_first(memory_label(report, *hover.component));
  explanation.value = format_bytes(held).text();
  if (hover.part && *hover.part < stage.parts.size()) {
    const MemoryPart& part = stage.parts[*hover.part];
    explain_part(explanation, part, part.bytes.value >= held.value * (1 - 1e-9));
    return explanation;
  }
  for (const MemoryPart& part : stage.parts)
    if (part.component == *hover.component && part.bytes.value > 0 && explanation.lines.size() < 8)
      explanation.lines.push_back(std::string(part.name) + ": " + format_bytes(part.bytes).text());
  return explanation;
}

}  // namespace shardscope
