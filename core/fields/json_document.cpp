#include "core/fields/json_document.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/limits.h"

namespace shardscope {

namespace {

/// Builds the document in one walk over the text, and stops at the first thing that isn't allowed.
template <class Json>
class Builder : public nlohmann::json_sax<Json> {
 public:
  using Text = typename Json::string_t;

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(typename Json::number_integer_t value) override { return put(value); }
  bool number_unsigned(typename Json::number_unsigned_t value) override { return put(value); }
  bool number_float(typename Json::number_float_t value, const Text&) override { return put(value); }
  bool string(Text& value) override { return put(std::move(value)); }
  bool binary(typename Json::binary_t&) override { return refuse("it holds binary data"); }
  bool start_object(std::size_t) override { return enter(Json::object()); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(Json::array()); }
  bool end_array() override { return leave(); }
  bool key(Text& name) override {
    Level& here = levels_.back();
    here.key = name;
    if (!here.value->contains(name)) return here.member = &(*here.value)[name], true;
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

  Json document;
  std::string why;
  std::string path;          // of what is refused, where it is a key
  std::size_t position = 0;  // in the text, from 1, where it isn't JSON

 private:
  struct Level {
    Json* value = nullptr;   // stays where it is while it is open: only the innermost grows
    Json* member = nullptr;  // of the last key
    std::string key = {};    // the last one read; empty in a list
  };

  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }
  bool put(Json value) { return put_at(place(), std::move(value)); }
  bool put_at(Json& own, Json value) {
    own = std::move(value);
    if (++values_ <= limits::json_values_max) return true;
    return refuse("it holds more than " + std::to_string(limits::json_values_max) + " values");
  }
  Json& place() {
    if (levels_.empty()) return document;
    Level& here = levels_.back();
    if (here.value->is_array()) return here.value->emplace_back();
    return *here.member;
  }
  bool enter(Json empty) {
    if (levels_.size() == static_cast<std::size_t>(limits::json_depth_max))
      return refuse("it nests deeper than " + std::to_string(limits::json_depth_max) + " levels");
    Json& own = place();
    levels_.push_back({&own});
    return put_at(own, std::move(empty));
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

template <class Json>
Outcome<Json> parse(std::string_view text) {
  if (text.size() > limits::scenario_file_bytes_max)
    return std::vector{not_json("it is larger than " + std::to_string(limits::scenario_file_bytes_max >> 20) + " MiB")};
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return std::vector{not_json("it is empty; a scenario is a JSON object")};
  Builder<Json> builder;
  if (Json::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.document);
  const std::string where = builder.position > 0 ? place(text, builder.position) : std::string();
  return std::vector{not_json((builder.why.empty() ? "it isn't JSON" : builder.why) + where, builder.path)};
}

}  // namespace

Outcome<nlohmann::json> parse_document(std::string_view text) {
  return parse<nlohmann::json>(text);
}

Outcome<nlohmann::ordered_json> parse_document_in_order(std::string_view text) {
  return parse<nlohmann::ordered_json>(text);
}

}  // namespace shardscope
