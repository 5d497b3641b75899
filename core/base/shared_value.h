// A value that is never changed in place, so that its copies share it: a thousand steps of a document's history hold
// its script once. Equal where the values are.
#pragma once

#include <memory>
#include <utility>

namespace shardscope {

template <class Value>
class SharedValue {
 public:
  SharedValue() = default;
  explicit SharedValue(Value value) : value_(std::make_shared<const Value>(std::move(value))) {}

  explicit operator bool() const { return value_ != nullptr; }
  [[nodiscard]] const Value& operator*() const { return *value_; }
  [[nodiscard]] const Value* operator->() const { return value_.get(); }

  bool operator==(const SharedValue& other) const {
    return value_ == other.value_ || (value_ && other.value_ && *value_ == *other.value_);
  }

 private:
  std::shared_ptr<const Value> value_;
};

}  // namespace shardscope
