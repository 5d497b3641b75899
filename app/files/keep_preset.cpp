#include "app/files/keep_preset.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "app/files/files.h"
#include "core/scenario_json/write.h"

namespace shardscope {

Outcome<std::string> keep_preset(PresetKind kind, const std::string& name, const std::string& json,
                                 const std::filesystem::path& directory) {
  const auto fail = [](std::string why) { return std::vector<Problem>{{Severity::error, "", std::move(why), ""}}; };
  if (directory.empty()) return fail("there is no folder for presets: neither XDG_CONFIG_HOME nor HOME is set");
  const std::filesystem::path folder = directory / entry_of(kind).name;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return fail("can't make " + folder.string() + ": " + failure.message());
  std::string file = (folder / (name + ".json")).string();
  if (std::string why = write_text_file(file, json); !why.empty()) return fail(std::move(why));
  return file;
}

Outcome<std::string> keep_gpu(const Gpu& gpu, const std::filesystem::path& directory) {
  return keep_preset(PresetKind::gpus, gpu.preset, gpu_json(gpu).dump(2) + "\n", directory);
}

}  // namespace shardscope
