// Choosing a file: the folder that is shown, what is in it, and the name typed. Drawn by explorer/file_dialog.cpp.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

enum class PickerMode { closed, open, save, save_chart, save_view };

/// Whether what is chosen becomes a picture or another form of what is shown.
[[nodiscard]] constexpr bool exports(PickerMode mode) {
  return mode == PickerMode::save_chart || mode == PickerMode::save_view;
}

struct PickerEntry {
  std::string name;
  bool folder = false;

  bool operator==(const PickerEntry&) const = default;
};

struct FilePicker {
  PickerMode mode = PickerMode::closed;
  std::string folder;
  std::string name;  // typed or clicked: a name in `folder`, or a path
  std::vector<PickerEntry> entries;
  std::string ending = ".json";  // of the files that are listed and of a name saved without one
  std::string problem;           // why the folder can't be shown, in words
  bool replace_confirmed = false;
  bool native = false;      // the desktop has a dialog of its own, which asks instead (app/window/file_portal.h)
  int question = 0;         // counts what was asked for: what answers an earlier question is none to this one
  bool focus_name = false;  // the name gets the keyboard in the next frame: what was wrong is corrected there
};

/// What may be a scenario, a model's configuration or a launch.
inline constexpr std::array<std::string_view, 10> opened_endings = {".json", ".sh",   ".bash", ".sbatch", ".slurm",
                                                                    ".toml", ".yaml", ".yml",  ".py",     ".txt"};

/// How many entries of a folder are listed at most; `problem` says when there are more.
inline constexpr std::size_t picker_entries_max = 5000;

/// Folders first, then files with the picker's ending (to open: with one of opened_endings), each by name; hidden ones
/// left out.
void show_folder(FilePicker& picker, const std::string& folder);

/// "GPT-4 on 25k A100s.json": what the scenario is called, without what file names can't have.
[[nodiscard]] std::string suggested_file(const std::string& scenario_name);

/// Opens the picker on the folder of `file`, or on the current folder where it is empty.
void begin_picking(FilePicker& picker, PickerMode mode, const std::string& file, const std::string& ending = ".json");

/// The path that `name` means: as it stands where absolute, ~ for home, else in `folder`. The ending is added when
/// saving a name without an extension.
[[nodiscard]] std::string picked_path(const FilePicker& picker);

}  // namespace shardscope
