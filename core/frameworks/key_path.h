// Keys of a configuration's nested tables as one name: "parallelism.tensor_parallel_degree". A key that isn't a plain
// word has quotes in it, so that its own dots part nothing: a."b.c".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope {

/// The key as TOML writes it: in JSON's quotes where it has other signs than letters, digits, _ and -.
[[nodiscard]] std::string key_word(const std::string& key);

/// The name of a key of the table that `path` names; empty: the outermost.
[[nodiscard]] std::string under(const std::string& path, const std::string& key);

/// The keys of a name, without quotes.
[[nodiscard]] std::vector<std::string> keys_of_path(std::string_view path);

/// The table's name and the key in it, as they stand in the name.
[[nodiscard]] std::pair<std::string, std::string> table_and_key(const std::string& path);

}  // namespace shardscope
