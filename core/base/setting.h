// One field set by hand, as a command line's --set and a script's comments say it: "plan.tp=4".
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace shardscope {

struct Setting {
  std::string key;    // "plan.tp"; empty: the text is no KEY=VALUE, and `value` holds it
  std::string value;  // as typed: JSON, a number with a unit's letter, "13T", or a name, "h100-sxm"

  Setting() = default;
  Setting(std::string key_, std::string value_) : key(std::move(key_)), value(std::move(value_)) {}
  /// Of what people write; implicit, so that a list of such texts is a list of settings.
  Setting(std::string_view text);
  Setting(const std::string& text) : Setting(std::string_view(text)) {}
  Setting(const char* text) : Setting(std::string_view(text)) {}

  bool operator==(const Setting&) const = default;
};

/// "plan.tp=4".
[[nodiscard]] std::string words_of(const Setting& setting);

/// Whether it sets the field or object at `path`, or something in it.
[[nodiscard]] bool sets_within(const Setting& setting, std::string_view path);

/// The last setting of that very key; null: none.
[[nodiscard]] const Setting* find_setting(std::span<const Setting> settings, std::string_view key);

}  // namespace shardscope
