// What a person has arranged: which view is grown, where the borders are, what is zoomed, selected and held.
// Saved between sessions, never in the undo history. Every part is a plain value, so a test or a picture can set it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/inspect/stage_blocks.h"
#include "core/memory/memory.h"
#include "core/search/follow_edit.h"

namespace shardscope {

/// The views of the explorer; `all` shows four together, and `run` and `launch` are only shown grown.
enum class ViewKind { all, memory, step, cluster, timeline, run, launch };

/// Shares of the area, each in (0, 1), that dragging a border changes.
struct Arrangement {
  float upper = 0.46F;         // height of the upper row
  float memory = 0.40F;        // width of the memory card in the upper row
  float step = 0.24F;          // width of the step card in the upper row
  float memory_of_two = 0.5F;  // width of the memory card where only two share the row

  bool operator==(const Arrangement&) const = default;
};

/// What is picked in one view is outlined in all.
struct Selection {
  std::optional<std::int32_t> stage;
  std::optional<std::int32_t> micro_batch;
  std::optional<std::int64_t> gpu;

  bool operator==(const Selection&) const = default;
};

/// A value that was typed and that its field can't take, said under the field until the next edit.
struct Refusal {
  std::string path, words;
};

/// How the grown Memory view is arranged.
struct MemoryDetailView {
  std::array<bool, memory_component_count> open = {true, false, false, true, true};  // components in the table
  MemoryComponent shown = MemoryComponent::activations;                              // in the treemap
  std::optional<StageBlocks> block;   // whose activations the treemap shows; none: those that hold most
  std::optional<std::size_t> tensor;  // outlined there
  bool beside_megatron = false;       // whether the differences from Megatron-LM's report are listed

  bool operator==(const MemoryDetailView&) const = default;
};

/// What is kept from one start of the program to the next.
struct Settings {
  bool light = false;
  float zoom = 1;  // on top of the monitor's scale; 1 to 3
  Arrangement arrangement;
  std::vector<std::string> recent_files;  // newest first
  int window_width = 1760, window_height = 1080;
  std::optional<int> window_x, window_y;  // where it was; absent: where the desktop puts it
  bool maximized = false;

  bool operator==(const Settings&) const = default;
};

}  // namespace shardscope
