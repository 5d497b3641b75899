// From a JSON object to the fields of a Scenario, by the field table; shared by the parsers of each section.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/fields/fields.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

/// What a parse collects as it goes.
struct Reader {
  const Catalogue& presets;
  std::vector<Problem> problems;
  std::vector<Problem> notices;

  void fail(std::string path, std::string message, std::string rule);
  void note(std::string path, std::string message, std::string rule);
};

/// A value in words as a message repeats it: at most 80 characters.
[[nodiscard]] std::string words_of(const nlohmann::json& value);

/// A whole number as JSON may write it (8, 8.0, 25e3), within 2^53.
[[nodiscard]] std::optional<std::int64_t> whole_number(const nlohmann::json& value);

/// What the field takes, in words: "a whole number from 1 to 1048576", a number's word before it: "\"auto\" or a …".
[[nodiscard]] std::string wanted(const Field& field);

/// Reads one value into its field, or an object into the field and its parts; or says why not.
void read_field(Reader& reader, const Field& field, const nlohmann::json& value, Scenario& scenario);

/// Reads every key of `object` that the table knows under `prefix` ("plan."), nested objects too. `taken` are keys that
/// someone else reads, `ignored` keys that mean nothing to the evaluation. Any other key is a problem that names the
/// nearest key. `null` means absent.
struct Keys {
  std::vector<std::string_view> taken, ignored;
};
void read_object(Reader& reader, const nlohmann::json& object, const std::string& prefix, const Keys& keys,
                 Scenario& scenario);

/// True for an object; else a problem at `path` that says what it takes.
[[nodiscard]] bool is_object(Reader& reader, const nlohmann::json& value, const std::string& path,
                             const char* takes = "an object");

/// What `model`, `cluster` and `cluster.gpu` take.
inline constexpr const char* name_or_object = "a preset's name or an object";

/// A problem for a key that has to be there, with what it takes where the field table knows.
void fail_missing(Reader& reader, const std::string& path, const char* takes = nullptr);

}  // namespace shardscope
