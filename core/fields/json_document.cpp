#include "core/fields/json_document.h"

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "core/base/limits.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;

/// Walks the text once without building anything, and stops at the first thing that isn't allowed.
class Guard : public nlohmann::json_sax<GivenJson> {
 public:
  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, const string_t&) override { return count(); }
  bool string(string_t&) override { return count(); }
  bool binary(binary_t&) override { return refuse("it holds binary data"); }
  bool start_object(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool key(string_t& name) override {
    levels_.back().key = name;
    if (levels_.back().seen.insert(name).second) return true;
    path = path_here();
    return refuse("the key is given twice");
  }
  bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception& error) override {
    position = at;
    const std::string what = error.what();
    // Of the library's words only the last part speaks of the text: "syntax error while parsing value - unexpected …".
    const std::size_t dash = what.find(" - ");
    const std::size_t bracket = what.find("] ");
    std::string words = dash != std::string::npos      ? what.substr(dash + 3)
                        : bracket != std::string::npos ? what.substr(bracket + 2)
                                                       : what;
    if (const std::size_t last = words.find("; last read"); last != std::string::npos) words.resize(last);
    return refuse("it isn't JSON: " + shown(words));
  }

  std::string why;
  std::string path;          // of what is refused, where it is a key
  std::size_t position = 0;  // in the text, from 1, where it isn't JSON

 private:
  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }
  bool count() {
    if (++values_ > limits::json_values_max)
      return refuse("it holds more than " + std::to_string(limits::json_values_max) + " values");
    return true;
  }
  bool enter() {
    levels_.emplace_back();
    if (levels_.size() > static_cast<std::size_t>(limits::json_depth_max))
      return refuse("it nests deeper than " + std::to_string(limits::json_depth_max) + " levels");
    return count();
  }
  bool leave() {
    levels_.pop_back();
    return true;
  }

  /// The keys that lead here: "plan.overlap.tp".
  std::string path_here() const {
    std::string text;
    for (const Level& level : levels_)
      if (!level.key.empty()) text += (text.empty() ? "" : ".") + level.key;
    return shown(text);
  }

  struct Level {
    std::set<std::string> seen;
    std::string key;  // the last one read; empty in a list
  };
  std::vector<Level> levels_;
  std::int64_t values_ = 0;
};

std::string place(std::string_view text, std::size_t position) {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i + 1 < position && i < text.size(); ++i) {
    ++column;
    if (text[i] == '\n') ++line, column = 1;
  }
  return " (line " + std::to_string(line) + ", column " + std::to_string(column) + ")";
}

Problem not_json(std::string why, std::string path = {}) {
  return {Severity::error, std::move(path), std::move(why), "json"};
}

}  // namespace

Outcome<GivenJson> parse_document(std::string_view text) {
  if (text.size() > limits::scenario_file_bytes_max)
    return std::vector{not_json("it is larger than " + std::to_string(limits::scenario_file_bytes_max >> 20) + " MiB")};
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return std::vector{not_json("it is empty; a scenario is a JSON object")};
  Guard guard;
  if (!GivenJson::sax_parse(text.begin(), text.end(), &guard)) {
    const std::string where = guard.position > 0 ? place(text, guard.position) : std::string();
    return std::vector{not_json((guard.why.empty() ? "it isn't JSON" : guard.why) + where, guard.path)};
  }
  GivenJson document = GivenJson::parse(text.begin(), text.end(), nullptr, false);
  if (document.is_discarded()) return std::vector{not_json("it isn't JSON")};
  return document;
}

}  // namespace shardscope
