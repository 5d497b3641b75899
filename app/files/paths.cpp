#include "app/files/paths.h"

#if !defined(__EMSCRIPTEN__)
#include <dlfcn.h>
#include <link.h>
#endif

#include <cstdlib>
#include <system_error>

namespace shardscope {

namespace {

std::filesystem::path running_executable() {
  std::error_code error;
  std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : path;
}

/// The shared library that this function is in; empty where it is the program itself.
std::filesystem::path own_module() {
#if defined(__EMSCRIPTEN__)
  return {};
#else
  Dl_info info{};
  link_map* map = nullptr;
  const auto* here = reinterpret_cast<const void*>(&own_module);
  if (dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 || map == nullptr) return {};
  return map->l_name;  // of the program an empty name
#endif
}

}  // namespace

std::filesystem::path find_data_directory(const DataPlaces& places) {
  if (places.chosen) return *places.chosen;
  const std::filesystem::path with_module = places.module.parent_path() / "share" / "shardscope";
  const std::filesystem::path installed = places.executable.parent_path().parent_path() / "share" / "shardscope";
  std::error_code error;
  if (!places.module.empty() && std::filesystem::is_directory(with_module / "presets", error)) return with_module;
  if (std::filesystem::is_directory(installed / "presets", error)) return installed;
  return places.source_tree;
}

std::filesystem::path own_presets_directory() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config == '/')
    return std::filesystem::path(config) / "shardscope" / "presets";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::filesystem::path(home) / ".config" / "shardscope" / "presets";
  return {};
}

std::filesystem::path data_directory() {
  DataPlaces places{std::nullopt, own_module(), running_executable(), SHARDSCOPE_SOURCE_TREE};
  const char* chosen = std::getenv("SHARDSCOPE_DATA");
  if (chosen != nullptr && *chosen != '\0') places.chosen = chosen;
  return find_data_directory(places);
}

}  // namespace shardscope
