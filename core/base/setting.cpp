#include "core/base/setting.h"

namespace shardscope {

Setting::Setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  const bool whole = equals != std::string_view::npos && equals > 0;
  if (whole) key = text.substr(0, equals);
  value = whole ? text.substr(equals + 1) : text;
}

std::string words_of(const Setting& setting) {
  return setting.key.empty() ? setting.value : setting.key + "=" + setting.value;
}

bool sets_within(const Setting& setting, std::string_view path) {
  return setting.key == path ||
         (setting.key.size() > path.size() && setting.key.starts_with(path) && setting.key[path.size()] == '.');
}

const Setting* find_setting(std::span<const Setting> settings, std::string_view key) {
  const Setting* found = nullptr;
  for (const Setting& each : settings)
    if (each.key == key) found = &each;
  return found;
}

}  // namespace shardscope
