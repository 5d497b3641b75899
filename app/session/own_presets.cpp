#include "app/session/own_presets.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "app/files/files.h"
#include "core/presets/user_presets.h"
#include "core/scenario_json/write.h"

namespace shardscope {

bool save_as_preset(Explorer& explorer, const std::string& name, const std::string& directory) {
  const auto fail = [&](std::string why) {
    explorer.notice = {std::move(why), true};
    return false;
  };
  if (directory.empty()) return fail("there is no folder for presets: neither XDG_CONFIG_HOME nor HOME is set");
  const std::string title = name.ends_with(".json") ? name.substr(0, name.size() - 5) : name;
  const std::filesystem::path folder = std::filesystem::path(directory) / "scenarios";
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return fail("can't make " + folder.string() + ": " + failure.message());
  Document document = explorer.history.present();
  document.scenario.name = title;
  const std::string file = (folder / (preset_file_name(title) + ".json")).string();
  if (std::string why = write_text_file(file, write_scenario(document.scenario, *explorer.presets)); !why.empty())
    return fail(std::move(why));
  auto presets = std::make_shared<Presets>(*explorer.presets);
  const std::vector<Problem> problems = add_user_presets(*presets, directory);
  explorer.own_presets = presets;
  explorer.presets = presets.get();
  document.scenario.preset = preset_file_name(title);
  document.baseline = document.scenario;
  document.file.clear();
  explorer.history.replace_present(std::move(document));
  turn_to_present(explorer);
  explorer.notice = {"Saved as preset " + preset_file_name(title) + " in " + folder.string(), false};
  if (!problems.empty()) explorer.notice = {line_of(problems.front(), {}), true};
  return true;
}

}  // namespace shardscope
