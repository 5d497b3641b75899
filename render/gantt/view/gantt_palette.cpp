#include "render/gantt/view/gantt_palette.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::size_t parts = 4, chunk_shades_max = 8, ramp_classes_max = 48;
constexpr float darkest_chunk = 0.38f;  // how far the last chunk goes towards the ground
// The parts that bars are told apart by, and on the ramp how far they go towards the ground.
constexpr std::array<BarKind, parts> part_kind = {BarKind::forward, BarKind::backward, BarKind::backward_weight,
                                                  BarKind::ends};
constexpr std::array<float, parts> part_shade = {0, 0.3f, 0.5f, 0.15f};

std::size_t part_of(PassKind kind) {
  return is_end(kind) ? parts - 1 : static_cast<std::size_t>(role_of(kind));
}

std::size_t class_of(std::size_t index, std::size_t count, std::size_t classes) {
  return index * classes / std::max<std::size_t>(count, 1);
}

/// 0 for the first class, 1 for the last.
float fraction_of(std::size_t index, std::size_t classes) {
  return classes < 2 ? 0 : static_cast<float>(index) / static_cast<float>(classes - 1);
}

std::size_t classes_of(GanttColoring coloring, std::size_t chunks, std::size_t micro_batches) {
  switch (coloring) {
    case GanttColoring::pass:
      return 1;
    case GanttColoring::pass_and_chunk:
      return std::min(chunks, chunk_shades_max);
    case GanttColoring::micro_batch:
      return std::min(micro_batches, ramp_classes_max);
    case GanttColoring::chunk:
      return std::min(chunks, ramp_classes_max);
  }
  return 1;
}

}  // namespace

ImU32 bar_color(const Theme& theme, BarKind kind) {
  switch (kind) {
    case BarKind::forward:
      return theme.forward;
    case BarKind::recompute:
      return theme.recompute;
    case BarKind::backward:
      return theme.backward;
    case BarKind::backward_weight:
      return theme.backward_weight;
    case BarKind::ends:
      return theme.ends;
    case BarKind::gradient_sync:
      return theme.data;
    case BarKind::parameter_sync:
      return blend(theme.data, theme.panel, 0.4f);
    case BarKind::optimizer:
      return theme.update;
    case BarKind::idle:
      break;
  }
  return 0;
}

ImU32 held_color(const Theme& theme) {
  return theme.activations;
}

ImU32 always_held_color(const Theme& theme) {
  return blend(theme.panel, theme.buffers, 0.3f);
}

std::size_t GanttPalette::slot(Pass pass) const {
  const bool by_micro_batch = coloring == GanttColoring::micro_batch;
  const std::size_t index = by_micro_batch ? static_cast<std::size_t>(pass.micro_batch) : pass.chunk;
  const std::size_t of = class_of(index, by_micro_batch ? micro_batches : chunks, classes);
  return of * parts + part_of(pass.kind);
}

ImU32 GanttPalette::color_of_kind(const Theme& theme, BarKind kind) const {
  const bool shaded = coloring == GanttColoring::pass_and_chunk && classes > 1;
  const bool of_pass = static_cast<std::size_t>(kind) < pass_work_kinds && kind != BarKind::recompute;
  const ImU32 color = bar_color(theme, kind);
  return blend(shaded && of_pass ? blend(color, theme.panel, darkest_chunk / 2) : color, theme.panel, calm);
}

GanttPalette gantt_palette(const Theme& theme, GanttColoring coloring, const Timeline& timeline) {
  GanttPalette palette;
  palette.coloring = coloring;
  palette.chunks = static_cast<std::size_t>(std::max(timeline.virtual_stages, 1));
  palette.micro_batches = static_cast<std::size_t>(std::max(timeline.micro_batches, 1));
  palette.classes = classes_of(coloring, palette.chunks, palette.micro_batches);
  for (std::size_t i = 0; i < palette.classes; ++i)
    for (std::size_t part = 0; part < parts; ++part) {
      const ImU32 color =
          palette.by_kind()
              ? blend(bar_color(theme, part_kind[part]), theme.panel, darkest_chunk * fraction_of(i, palette.classes))
              : blend(class_color(theme, i, palette.classes), theme.panel, part_shade[part]);
      palette.fill.push_back(color);
      palette.ink.push_back(readable_on(color));
    }
  return palette;
}

GanttPalette calmed(GanttPalette palette, const Theme& theme) {
  palette.calm = 0.7F;
  for (std::vector<ImU32>* colors : {&palette.fill, &palette.ink})
    for (ImU32& color : *colors) color = blend(color, theme.panel, palette.calm);
  return palette;
}

ImU32 class_color(const Theme& theme, std::size_t index, std::size_t count) {
  return ordinal_color(theme, fraction_of(index, count));
}

}  // namespace shardscope
