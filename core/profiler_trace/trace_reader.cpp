#include "core/profiler_trace/trace_reader.h"

#include <algorithm>
#include <istream>
#include <nlohmann/json.hpp>

#include "core/profiler_trace/gunzip.h"
#include "core/profiler_trace/trace_events.h"

namespace shardscope {

namespace {

/// What an object or array of the file is.
enum class Place { document, event_list, event, arguments, distributed, devices, device, elsewhere };

/// Which of a place's values is being read; `nothing`: none that counts.
enum class Key {
  nothing,
  category,
  name,
  start,
  length,
  device,
  collective,
  group,
  group_size,
  rank,
  world_size,
  gpu,
  event_list,
  arguments,
  distributed,
  devices
};

struct KeyWord {
  Place place;
  std::string_view word;
  Key key;
};

constexpr KeyWord key_words[] = {
    {Place::document, "traceEvents", Key::event_list},
    {Place::document, "distributedInfo", Key::distributed},
    {Place::document, "deviceProperties", Key::devices},
    {Place::event, "cat", Key::category},
    {Place::event, "name", Key::name},
    {Place::event, "ts", Key::start},
    {Place::event, "dur", Key::length},
    {Place::event, "args", Key::arguments},
    {Place::arguments, "device", Key::device},
    {Place::arguments, "Collective name", Key::collective},
    {Place::arguments, "Process Group Description", Key::group},
    {Place::arguments, "Group size", Key::group_size},
    {Place::distributed, "rank", Key::rank},
    {Place::distributed, "world_size", Key::world_size},
    {Place::device, "name", Key::gpu},
};

Key key_at(Place place, std::string_view word) {
  for (const KeyWord& each : key_words)
    if (each.place == place && each.word == word) return each.key;
  return Key::nothing;
}

/// Goes through the file's values as they come and keeps no more than one event of them.
class TraceSax : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TraceSax(TraceEvents& into) : events_(into) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t value) override { return take_number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return take_number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return take_number(value); }
  bool binary(binary_t&) override { return true; }

  bool string(string_t& text) override {
    if (std::string* into = text_of(key_)) *into = text.substr(0, kept_text_max);
    return true;
  }
  bool key(string_t& word) override {
    key_ = key_at(places_.empty() ? Place::elsewhere : places_.back(), word);
    return true;
  }

  bool start_object(std::size_t) override {
    const Place around = places_.empty() ? Place::elsewhere : places_.back();
    Place place = Place::elsewhere;
    if (places_.empty()) place = Place::document;
    if (around == Place::event_list) place = Place::event, event_ = {};
    if (around == Place::devices) place = Place::device;
    if (around == Place::event && key_ == Key::arguments) place = Place::arguments;
    if (around == Place::document && key_ == Key::distributed) place = Place::distributed;
    return enter(place);
  }
  bool end_object() override {
    if (places_.back() == Place::event) events_.take(event_);
    return leave();
  }
  bool start_array(std::size_t) override {
    if (places_.empty()) return enter(Place::event_list);
    const bool in_document = places_.back() == Place::document;
    if (in_document && key_ == Key::event_list) return enter(Place::event_list);
    return enter(in_document && key_ == Key::devices ? Place::devices : Place::elsewhere);
  }
  bool end_array() override { return leave(); }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  static constexpr std::size_t depth_max = 1000, kept_text_max = 10 * trace_name_max;

  /// Where a text under the key is kept; null where it counts for nothing. The first GPU that is named is the one.
  std::string* text_of(Key key) {
    std::string& gpu = events_.reading().facts.gpu;
    if (key == Key::category) return &event_.category;
    if (key == Key::name) return &event_.name;
    if (key == Key::collective) return &event_.collective;
    if (key == Key::group) return &event_.group;
    return key == Key::gpu && gpu.empty() ? &gpu : nullptr;
  }

  bool enter(Place place) {
    key_ = Key::nothing;
    places_.push_back(place);
    return places_.size() < depth_max;
  }
  bool leave() {
    key_ = Key::nothing;
    places_.pop_back();
    return true;
  }
  bool take_number(double value) {
    TraceFacts& facts = events_.reading().facts;
    const auto whole = static_cast<std::int64_t>(std::clamp(value, -1e15, 1e15));
    if (key_ == Key::start) event_.start = value;
    if (key_ == Key::length) event_.length = value;
    if (key_ == Key::device) event_.device = std::clamp<std::int64_t>(whole, -1, 1'000'000);
    if (key_ == Key::group_size) event_.group_size = std::max<std::int64_t>(0, whole);
    if (key_ == Key::rank) facts.rank = whole;
    if (key_ == Key::world_size) facts.world_size = whole;
    return true;
  }

  TraceEvents& events_;
  TraceEvent event_;
  std::vector<Place> places_;
  Key key_ = Key::nothing;
};

}  // namespace

Outcome<TraceReading> read_trace(std::istream& in) {
  TraceEvents taken;
  TraceSax sax(taken);
  bool whole = false;
  if (is_gzip(in)) {
    GunzipBuffer buffer(in);
    std::istream unpacked(&buffer);
    whole = nlohmann::json::sax_parse(unpacked, &sax, nlohmann::json::input_format_t::json, false) && !buffer.broken();
  } else {
    whole = nlohmann::json::sax_parse(in, &sax, nlohmann::json::input_format_t::json, false);
  }
  TraceReading reading = std::move(taken.reading());
  reading.facts.cut = !whole;
  if (reading.facts.events == 0)
    return std::vector<Problem>{
        {Severity::error, "", whole ? "it has no events of a trace" : "it isn't the JSON of a profiler's trace", ""}};
  return reading;
}

bool is_trace(std::string_view beginning) {
  const std::size_t text = beginning.find_first_not_of(" \t\r\n");
  if (text == std::string_view::npos || (beginning[text] != '{' && beginning[text] != '[')) return false;
  const auto has = [&](std::string_view word) { return beginning.find(word) != std::string_view::npos; };
  return beginning[text] == '{' ? has("\"traceEvents\"") : has("\"ph\"") && has("\"ts\"");
}

}  // namespace shardscope
