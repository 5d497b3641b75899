#include "core/derivation/memory_figures.h"

#include "core/memory/whole_bytes.h"

namespace shardscope {

namespace {

std::string stage_path(std::int32_t stage) {
  return "memory.stages." + std::to_string(stage) + ".";
}

std::string component_path(std::int32_t stage, MemoryComponent component) {
  return stage_path(stage) + std::string(name_of(component)) + "_bytes";
}

std::string part_path(std::int32_t stage, std::size_t part) {
  return stage_path(stage) + "parts." + std::to_string(part) + ".bytes";
}

bool has_figures(const Report& report, std::int32_t stage) {
  return stage >= 0 && stage == report.memory.peak_stage &&
         static_cast<std::size_t>(stage) < report.memory.stages.size();
}

DerivedFigure figure_of_part(const MemoryPart& part, std::string name) {
  const std::string_view component = entry_of(part.component).words;
  DerivedFigure figure{.name = std::move(name),
                       .label = std::string(name_of(part)) + ", of " + std::string(component),
                       .value = part.bytes.value,
                       .unit = Unit::bytes,
                       .formula = formula_of(part),
                       .source = std::string(part.derivation.source)};
  for (const Factor& factor : part.derivation.factors)
    if (factor.is_used()) figure.terms.push_back({label_words(factor), factor.value, factor.unit});
  if (!figure.terms.empty()) figure.combination = Combination::product;
  return figure;
}

/// The part's own name, where the fuller label would repeat the component it is listed under.
FigureTerm part_term(const DerivedFigure& figure, const MemoryPart& part) {
  FigureTerm term = figure_term(figure);
  term.label = name_of(part);
  return term;
}

void add_capacity(DerivedFigures& figures, const Report& report) {
  const Gpu& gpu = report.scenario.cluster.gpu;
  DerivedFigure capacity{.name = "memory.capacity_bytes",
                         .label = "Capacity of one GPU",
                         .value = report.memory.capacity.value,
                         .unit = Unit::bytes,
                         .formula = "what the driver reports as usable, else the memory of the card",
                         .source = gpu.source};
  const bool usable = gpu.memory_usable_bytes.has_value();
  const FigureTerm term =
      field_term(usable ? "cluster.gpu.memory_usable_bytes" : "cluster.gpu.memory_bytes", report.scenario);
  // Of a mixed cluster it is the pool's that is nearest to full.
  if (gpu.capacity_bytes() == capacity.value) capacity.combination = Combination::sum, capacity.terms = {term};
  figures.push_back(std::move(capacity));
}

}  // namespace

std::string component_figure(const Report& report, std::int32_t stage, MemoryComponent component) {
  return has_figures(report, stage) ? component_path(stage, component) : std::string();
}

std::string part_figure(const Report& report, std::int32_t stage, std::size_t part) {
  if (!has_figures(report, stage)) return {};
  const auto& parts = report.memory.stages[static_cast<std::size_t>(stage)].parts;
  return part < parts.size() ? part_path(stage, part) : std::string();
}

DerivedFigures memory_figures(const Report& report) {
  const MemoryReport memory = in_whole_bytes(report.memory);
  DerivedFigures figures;
  const auto fullest = static_cast<std::size_t>(memory.peak_stage);
  if (fullest >= memory.stages.size()) return figures;
  add_capacity(figures, report);
  const StageMemory& rank = memory.stages[fullest];
  DerivedFigure peak = figure_of("memory.peak_bytes", peak_origin, memory.peak.value, Unit::bytes, Combination::sum);
  for (std::size_t i = 0; i < count_of<MemoryComponent>; ++i) {
    const auto which = static_cast<MemoryComponent>(i);
    DerivedFigure component{
        .name = component_path(memory.peak_stage, which),
        .label = std::string(which == MemoryComponent::optimizer ? "Optimizer state" : entry_of(which).label),
        .value = rank.component(which).value,
        .unit = Unit::bytes,
        .formula = "sum of its parts",
        .combination = Combination::sum};
    for (std::size_t part = 0; part < rank.parts.size(); ++part) {
      if (rank.parts[part].component != which) continue;
      figures.push_back(figure_of_part(rank.parts[part], part_path(memory.peak_stage, part)));
      component.terms.push_back(part_term(figures.back(), rank.parts[part]));
    }
    peak.terms.push_back(figure_term(component));
    figures.push_back(std::move(component));
  }
  figures.push_back(std::move(peak));
  return figures;
}

std::vector<std::string> figures_of_component(const Report& report, MemoryComponent component) {
  std::vector<std::string> names;
  const DerivedFigures figures = memory_figures(report);
  const DerivedFigure* whole = find_figure(figures, component_path(report.memory.peak_stage, component));
  if (whole == nullptr) return names;
  names.push_back(whole->name);
  for (const FigureTerm& part : whole->terms) names.push_back(part.of);
  return names;
}

}  // namespace shardscope
