#include "core/transformer/shape.h"

#include <algorithm>
#include <string_view>

#include "core/base/saturating.h"
#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

template <class Sizes>
auto size_of(Letter letter, const Sizes& sizes) {
  return sizes[index_of(letter)];
}

std::int64_t value_of(const Extent& extent, const ModelSizes& sizes) {
  std::int64_t value = extent.times;
  for (const auto& [sum, over, of_second] : extent.used()) {
    const std::int64_t second = saturating_product({of_second, size_of(sum[1], sizes)});
    value = saturating_product({value, saturating_sum(size_of(sum[0], sizes), second)});
  }
  return value;
}

template <class Sizes>
std::vector<double> extents_in_numbers(const Shape& shape, const Sizes& sizes) {
  std::vector<double> numbers;
  if (shape.copies > 1) numbers.push_back(shape.copies);
  for (std::size_t i = 0; i < shape.dimensions; ++i)
    numbers.push_back(static_cast<double>(value_of(shape.extents[i], sizes)));
  return numbers;
}

template <class Value>
void set(std::array<Value, letter_count>& sizes, Letter letter, Value value) {
  sizes[index_of(letter)] = value;
}

}  // namespace

ModelSizes model_sizes(const Model& model, std::int64_t vocabulary) {
  const Dimensions size = dimensions_of(model);
  ModelSizes sizes = {};
  set(sizes, Letter::h, size.hidden);
  set(sizes, Letter::e, size.embedding_width);
  set(sizes, Letter::a, size.heads);
  set(sizes, Letter::g, size.kv_heads);
  set(sizes, Letter::d, size.head_dim);
  set(sizes, Letter::d_qk, size.query_dim);
  set(sizes, Letter::d_v, size.value_dim);
  set(sizes, Letter::d_rope, size.rope_dim);
  set(sizes, Letter::d_nope, size.query_dim - size.rope_dim);
  set(sizes, Letter::r_q, size.q_rank);
  set(sizes, Letter::r_kv, size.kv_rank);
  set(sizes, Letter::f, size.feed_forward);
  set(sizes, Letter::f_e, size.expert_feed_forward);
  set(sizes, Letter::f_s, size.shared_feed_forward);
  set(sizes, Letter::E, size.experts);
  set(sizes, Letter::V, vocabulary);
  set(sizes, Letter::positions, position_rows(model));
  return sizes;
}

LetterSizes letter_sizes(const Model& model, const Plan& plan) {
  return local_shape(model, plan).letter_sizes;
}

double value_of(const Extent& extent, const LetterSizes& sizes) {
  double above = extent.times, below = 1;
  for (const auto& [sum, over, of_second] : extent.used()) {
    above *= size_of(sum[0], sizes) + of_second * size_of(sum[1], sizes);
    for (const Letter degree : over)
      if (degree != Letter::none) below *= size_of(degree, sizes);
  }
  return above / below;
}

double elements_of(const Shape& shape, const LetterSizes& sizes) {
  double elements = shape.copies;
  for (std::size_t i = 0; i < shape.dimensions; ++i) elements *= value_of(shape.extents[i], sizes);
  return elements;
}

std::int64_t elements_of(const Shape& shape, const ModelSizes& sizes) {
  std::int64_t elements = shape.copies;
  for (std::size_t i = 0; i < shape.dimensions; ++i)
    elements = saturating_product({elements, value_of(shape.extents[i], sizes)});
  return elements;
}

std::vector<double> numbers_of(const Shape& shape, const LetterSizes& sizes) {
  return extents_in_numbers(shape, sizes);
}

std::vector<double> numbers_of(const Shape& shape, const ModelSizes& sizes) {
  return extents_in_numbers(shape, sizes);
}

std::string text_of(const Extent& extent) {
  if (extent.size() == 0) return std::to_string(extent.times);
  std::string text = extent.times > 1 ? std::to_string(extent.times) : "";
  for (const auto& [sum, over, of_second] : extent.used()) {
    if (!text.empty()) text += "·";
    const bool alone = extent.size() == 1 && extent.times == 1 && over[0] == Letter::none;
    if (sum[1] == Letter::none)
      text += name_of(sum[0]);
    else
      text += (alone ? "" : "(") + std::string(name_of(sum[0])) + " + " +
              (of_second > 1 ? std::to_string(of_second) : "") + std::string(name_of(sum[1])) + (alone ? "" : ")");
    for (const Letter degree : over)
      if (degree != Letter::none) text += "/" + std::string(name_of(degree));
  }
  return text;
}

std::string text_of(const Shape& shape) {
  if (shape.empty()) return {};
  std::string text = shape.copies > 1 ? std::to_string(shape.copies) + " x [" : "[";
  for (std::size_t i = 0; i < shape.dimensions; ++i) text += (i > 0 ? ", " : "") + text_of(shape.extents[i]);
  return text + "]";
}

}  // namespace shardscope
