// A field and its value as people type them in one line: "tp 8", "tensor 8", "seq 8k", "hbm 4 TB/s", "zero 2".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.h"

namespace shardscope {

/// The value as --set takes it, of one that is typed with the units and words that people say; nothing where the field
/// has no such value.
[[nodiscard]] std::optional<std::string> setting_value(const Field& field, std::string_view typed);

struct TypedSetting {
  const Field* field = nullptr;
  std::string value;  // as --set takes it
  std::string typed;  // as it was

  bool operator==(const TypedSetting&) const = default;
};

/// The fields that the beginning of such a line may mean and that can have its end as their value, the likeliest first.
/// Each word has to be one of the field's label, of its short name, of the last part of its path or of what else it is
/// called, or the beginning of one.
[[nodiscard]] std::vector<TypedSetting> typed_settings(std::string_view line);

}  // namespace shardscope
