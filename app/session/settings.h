// Settings on disk: ${XDG_STATE_HOME}/shardscope/settings.json.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/explorer/view_state.h"

namespace shardscope {

inline constexpr std::size_t recent_files_max = 10;

/// Settings as JSON text, and back. A text that is damaged gives the defaults for what can't be read; nothing throws.
[[nodiscard]] std::string write_settings(const Settings& settings);
[[nodiscard]] Settings read_settings(std::string_view json);

/// `file` moves to the front of the recent files, which stay at most recent_files_max.
void remember_file(Settings& settings, const std::string& file);

/// Where settings lie for this user; empty where the environment names no home.
[[nodiscard]] std::filesystem::path settings_file();
[[nodiscard]] Settings load_settings(const std::filesystem::path& file);
/// True when written. A failure costs only the arrangement, so it isn't reported further.
bool save_settings(const std::filesystem::path& file, const Settings& settings);

}  // namespace shardscope
