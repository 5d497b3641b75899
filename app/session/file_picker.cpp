#include "app/session/file_picker.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

/// Whether a file belongs in the list.
bool listed(const FilePicker& picker, const fs::path& file) {
  const std::string ending = file.extension().string();
  if (picker.mode != PickerMode::open) return ending == picker.ending;
  return std::find(opened_endings.begin(), opened_endings.end(), ending) != opened_endings.end();
}

bool folders_first(const PickerEntry& a, const PickerEntry& b) {
  return a.folder != b.folder ? a.folder : a.name < b.name;
}

}  // namespace

void show_folder(FilePicker& picker, const std::string& folder) {
  std::error_code failure;
  const fs::path path = fs::weakly_canonical(folder, failure);
  fs::directory_iterator listing(failure ? fs::path(folder) : path, failure);
  if (failure) {
    picker.problem = "can't show " + folder + ": " + failure.message();
    return;
  }
  picker.folder = path.string();
  picker.problem.clear();
  picker.entries.clear();
  for (; listing != fs::directory_iterator(); listing.increment(failure)) {
    if (failure) break;
    const std::string name = listing->path().filename().string();
    std::error_code ignored;
    const bool is_folder = listing->is_directory(ignored);
    if (name.starts_with('.') || (!is_folder && !listed(picker, listing->path()))) continue;
    if (picker.entries.size() == picker_entries_max) {
      picker.problem = "only the first " + std::to_string(picker_entries_max) + " entries are listed";
      break;
    }
    picker.entries.push_back({name, is_folder});
  }
  std::sort(picker.entries.begin(), picker.entries.end(), folders_first);
}

void begin_picking(FilePicker& picker, PickerMode mode, const std::string& file, const std::string& ending) {
  const bool native = picker.native;
  const int question = picker.question + 1;
  picker = {};
  picker.native = native;
  picker.question = question;
  picker.ending = ending;
  picker.mode = mode;
  const fs::path path(file);
  std::error_code failure;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::current_path(failure);
  if (mode != PickerMode::open) picker.name = path.filename().string();
  show_folder(picker, folder.string());
}

std::string suggested_file(const std::string& scenario_name) {
  constexpr std::size_t bytes_max = 120;  // file systems take 255 with the extension
  constexpr std::string_view separators = "/\\:*?\"<>|";
  std::string name;
  for (const char c : scenario_name) {
    if (static_cast<unsigned char>(c) < 0x20) continue;
    name += separators.find(c) == std::string_view::npos ? c : '-';
  }
  std::size_t end = std::min(name.size(), bytes_max);
  while (end > 0 && end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
  name.erase(end);
  name.erase(0, std::min(name.size(), name.find_first_not_of(" .")));  // a dot would hide it
  return (name.empty() ? std::string("scenario") : name) + ".json";
}

std::string picked_path(const FilePicker& picker) {
  fs::path path(picker.name);
  const char* home = std::getenv("HOME");
  if (home != nullptr && (picker.name == "~" || picker.name.starts_with("~/")))
    path = fs::path(home) / (picker.name.size() > 2 ? picker.name.substr(2) : std::string());
  if (path.is_relative()) path = fs::path(picker.folder) / path;
  if (picker.mode != PickerMode::open && !path.has_extension()) path += picker.ending;
  return path.string();
}

}  // namespace shardscope
