#include "app/session/settings.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "render/picture/offscreen.h"

namespace shardscope {

namespace {

using nlohmann::json;

struct KeptShare {
  const char* name;
  float Arrangement::*share;
  SettingBounds bounds;
};
constexpr KeptShare kept_shares[] = {{"upper", &Arrangement::upper, upper_bounds},
                                     {"memory", &Arrangement::memory, of_three_bounds},
                                     {"step", &Arrangement::step, of_three_bounds},
                                     {"memory_of_two", &Arrangement::memory_of_two, memory_of_two_bounds}};
static_assert(std::size(kept_shares) * sizeof(float) == sizeof(Arrangement), "every share is kept");

float number_within(const json& object, const char* key, float fallback, float low, float high) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) return fallback;
  const auto value = found->get<float>();
  return std::isfinite(value) ? std::clamp(value, low, high) : fallback;
}

int side_within(const json& object, const char* key, int fallback, float least) {
  return static_cast<int>(number_within(object, key, static_cast<float>(fallback), least, picture_side_max));
}

}  // namespace

std::string write_settings(const Settings& settings) {
  json document = {{"theme", json_name(settings.theme)},    {"zoom", settings.zoom},
                   {"window_width", settings.window_width}, {"window_height", settings.window_height},
                   {"maximized", settings.maximized},       {"recent_files", settings.recent_files},
                   {"animation", settings.animation}};
  for (const auto& [name, share, bounds] : kept_shares) document[name] = settings.arrangement.*share;
  if (settings.window_x && settings.window_y) {
    document["window_x"] = *settings.window_x;
    document["window_y"] = *settings.window_y;
  }
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Settings read_settings(std::string_view text) {
  Settings settings;
  const json document = json::parse(text, nullptr, false);
  if (!document.is_object()) return settings;
  if (const auto theme = document.find("theme"); theme != document.end() && theme->is_string())
    settings.theme = value_named<ThemeName>(theme->get<std::string>()).value_or(settings.theme);
  else if (const auto light = document.find("light"); light != document.end() && light->is_boolean())  // as of 0.1
    settings.theme = light->get<bool>() ? ThemeName::light : ThemeName::dark;
  settings.zoom = number_within(document, "zoom", settings.zoom, zoom_bounds.least, zoom_bounds.most);
  for (const auto& [name, share, bounds] : kept_shares)
    settings.arrangement.*share = number_within(document, name, settings.arrangement.*share, bounds.least, bounds.most);
  settings.window_width = side_within(document, "window_width", settings.window_width, 640);
  settings.window_height = side_within(document, "window_height", settings.window_height, 400);
  constexpr float far = 65536;  // several screens in a row
  if (document.contains("window_x") && document.contains("window_y")) {
    settings.window_x = static_cast<int>(number_within(document, "window_x", 0, -far, far));
    settings.window_y = static_cast<int>(number_within(document, "window_y", 0, -far, far));
  }
  if (const auto whole = document.find("maximized"); whole != document.end() && whole->is_boolean())
    settings.maximized = whole->get<bool>();
  if (const auto moves = document.find("animation"); moves != document.end() && moves->is_boolean())
    settings.animation = moves->get<bool>();
  if (const auto recent = document.find("recent_files"); recent != document.end() && recent->is_array())
    for (const json& file : *recent)
      if (file.is_string() && settings.recent_files.size() < recent_files_max)
        settings.recent_files.push_back(file.get<std::string>());
  return settings;
}

void add_recent_files(Settings& settings, const std::vector<std::string>& more) {
  std::vector<std::string>& recent = settings.recent_files;
  for (const std::string& file : more)
    if (recent.size() < recent_files_max && std::find(recent.begin(), recent.end(), file) == recent.end())
      recent.push_back(file);
}

void remember_file(Settings& settings, const std::string& file) {
  std::vector<std::string>& recent = settings.recent_files;
  recent.erase(std::remove(recent.begin(), recent.end(), file), recent.end());
  recent.insert(recent.begin(), file);
  if (recent.size() > recent_files_max) recent.resize(recent_files_max);
}

std::filesystem::path settings_file() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
    return std::filesystem::path(state) / "shardscope" / "settings.json";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::filesystem::path(home) / ".local" / "state" / "shardscope" / "settings.json";
  return {};
}

Settings load_settings(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return {};
  std::string text;
  constexpr std::size_t bytes_max = 1 << 20;  // far more than settings ever take
  text.resize(bytes_max);
  stream.read(text.data(), static_cast<std::streamsize>(bytes_max));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return read_settings(text);
}

}  // namespace shardscope
