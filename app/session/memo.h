// What is derived from other values and kept until they change: no number has to be counted up by hand. Two are: that
// of presets, whose address may be given again, and that of a search's progress, which another thread makes.
//
// Not kept so are values of which a part goes on when their keys change, or which are made a part a frame: the lab's
// charts and points, the landscape of searched plans, compared plans, which stay as others come and go, the comparison
// with public runs, the steps of other cluster sizes (SizedSteps); each keeps its own keys. Pictures of the charts keep
// theirs too, since render knows no app. That another scenario was opened (Session::turned) is an event, no value.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

namespace shardscope {

/// A value and the keys that it was made from.
template <class Value, class... Keys>
class Memo {
 public:
  /// The value of these keys: made anew where they differ from those of last time. What is worked on for several frames
  /// goes on in the value itself.
  template <class Make>
  Value& of(const Keys&... keys, Make&& make) {
    if (is_of(keys...)) return value_;
    value_ = std::forward<Make>(make)();
    keys_.emplace(keys...);
    ++made_;
    return value_;
  }
  [[nodiscard]] bool is_of(const Keys&... keys) const { return keys_ && *keys_ == std::tie(keys...); }
  /// As at the beginning: of no keys.
  void forget() {
    value_ = Value();
    keys_.reset();
  }

  /// As it was made last; before that, and once it is forgotten, an empty one.
  [[nodiscard]] const Value& operator*() const { return value_; }
  [[nodiscard]] const Value* operator->() const { return &value_; }
  /// How often it was made: another number for every value, by which a picture of it can be kept.
  [[nodiscard]] std::uint64_t made() const { return made_; }

 private:
  std::optional<std::tuple<Keys...>> keys_;
  Value value_ = Value();
  std::uint64_t made_ = 0;
};

}  // namespace shardscope
