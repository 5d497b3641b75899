// What is kept from one start of the program to the next beside the scenarios, on disk in
// ${XDG_STATE_HOME}/shardscope/settings.json. A plain value, never in the undo history.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/text/themes.h"

namespace shardscope {

/// What a person can drag or zoom to, which is what is read back, too.
struct SettingBounds {
  float least = 0, most = 1;
};
inline constexpr SettingBounds zoom_bounds{0.7F, 3}, upper_bounds{0.2F, 0.8F}, memory_of_two_bounds{0.3F, 0.7F};
inline constexpr SettingBounds of_three_bounds{0.12F, 0.76F};  // the other two have the least, then

/// Shares of the area, each in (0, 1), that dragging a border changes.
struct Arrangement {
  float upper = 0.46F;         // height of the upper row
  float memory = 0.40F;        // width of the memory card in the upper row
  float step = 0.24F;          // width of the step card in the upper row
  float memory_of_two = 0.5F;  // width of the memory card where only two share the row

  bool operator==(const Arrangement&) const = default;
};

struct Settings {
  ThemeName theme = ThemeName::dark;
  float zoom = 1;  // on top of the monitor's scale, within zoom_bounds
  Arrangement arrangement;
  std::vector<std::string> recent_files;  // newest first
  int window_width = design::window_width, window_height = design::window_height;
  std::optional<int> window_x, window_y;  // where it was; absent: where the desktop puts it
  bool maximized = false;
  bool animation = true;  // false: nothing moves by itself (app/explorer/stillness.h)

  bool operator==(const Settings&) const = default;
};

inline constexpr std::size_t recent_files_max = 10;

/// Settings as JSON text, and back. A text that is damaged gives the defaults for what can't be read; nothing throws.
[[nodiscard]] std::string write_settings(const Settings& settings);
[[nodiscard]] Settings read_settings(std::string_view json);

/// `file` moves to the front of the recent files, which stay at most recent_files_max.
void remember_file(Settings& settings, const std::string& file);

/// The recent files of another window behind those of this one, as far as there is room.
void add_recent_files(Settings& settings, const std::vector<std::string>& more);

/// Where settings lie for this user; empty where the environment names no home.
[[nodiscard]] std::filesystem::path settings_file();
[[nodiscard]] Settings load_settings(const std::filesystem::path& file);

}  // namespace shardscope
