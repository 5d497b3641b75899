#include "app/files/own_gpus.h"

#include <nlohmann/json.hpp>
#include <system_error>

#include "app/files/files.h"
#include "core/scenario_json/write.h"

namespace shardscope {

Outcome<std::string> keep_gpu(const Gpu& gpu, const std::filesystem::path& directory) {
  const auto fail = [](std::string why) { return std::vector<Problem>{{Severity::error, "", std::move(why), ""}}; };
  if (directory.empty()) return fail("there is no folder for presets: neither XDG_CONFIG_HOME nor HOME is set");
  const std::filesystem::path folder = directory / entry_of(PresetKind::gpus).name;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return fail("can't make " + folder.string() + ": " + failure.message());
  std::string file = (folder / (gpu.preset + ".json")).string();
  if (std::string why = write_text_file(file, gpu_json(gpu).dump(2) + "\n"); !why.empty()) return fail(std::move(why));
  return file;
}

}  // namespace shardscope
