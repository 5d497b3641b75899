#include "core/frameworks/derived/derived_functions.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/characters.h"
#include "core/base/limits.h"
#include "core/frameworks/derived/least_gpus.h"
#include "core/frameworks/derived/splits.h"
#include "core/frameworks/derived/vocabularies.h"
#include "core/scenario/parts/choices.h"

namespace shardscope {

namespace {

/// The entry of a list of counts; -1 for None, and for what is no count.
std::int64_t count_at(const Value& list, std::size_t index) {
  if (list.list() == nullptr || index >= list.list()->size()) return -1;
  return (*list.list())[index].whole().value_or(-1);
}

Value list_of(const std::vector<std::int64_t>& counts) {
  if (counts.empty()) return {};
  return Value::List(counts.begin(), counts.end());
}

/// A list of layers per stage, as far as it holds no more than any model.
std::vector<std::int64_t> counts_in(const Value& counts) {
  std::vector<std::int64_t> stages;
  std::int64_t layers = 0;
  for (std::size_t i = 0; counts.list() != nullptr && i < counts.list()->size() && layers < limits::layers_max; ++i)
    stages.push_back(std::clamp<std::int64_t>(count_at(counts, i), 0, limits::layers_max)), layers += stages.back();
  return stages;
}

Value uneven_split_of(const Value& of) {
  const auto at = [&](std::size_t index) { return count_at(of, index); };
  return list_of(uneven_split({at(0), at(1), at(2), at(3), at(4), at(5) > 0, at(6) > 0}));
}

Value padded_split_of(const Value& of) {
  return list_of(padded_split(count_at(of, 0), count_at(of, 1), count_at(of, 2)));
}

/// [layers, stages, [idle layers]].
Value split_without_of(const Value& of) {
  if (of.list() == nullptr || of.list()->size() != 3) return {};
  std::vector<std::int64_t> idle;
  const Value& listed = (*of.list())[2];
  for (std::size_t i = 0; listed.list() != nullptr && i < listed.list()->size(); ++i)
    idle.push_back(count_at(listed, i));
  return list_of(split_without(count_at(of, 0), count_at(of, 1), idle));
}

Value weighted_split_of(const Value& of) {
  return list_of(weighted_split(count_at(of, 0), count_at(of, 1), count_at(of, 2), count_at(of, 3)));
}

Value cost_split_of(const Value& of) {
  return list_of(cost_split(count_at(of, 0), count_at(of, 1), static_cast<double>(count_at(of, 2)),
                            static_cast<double>(count_at(of, 3))));
}

Value layers_between_of(const Value& of) {
  const bool pair = of.list() != nullptr && of.list()->size() == 2;
  return pair ? list_of(layers_between(of.list()->front(), count_at(of, 1))) : Value();
}

/// [replica, [multiples], micro-batches, GPUs of a node].
Value least_gpus_of(const Value& of) {
  if (of.list() == nullptr || of.list()->size() != 4 || count_at(of, 0) < 1) return {};
  LeastGpus plan{count_at(of, 0), {}, count_at(of, 2), count_at(of, 3)};
  if (const Value::List* multiples = (*of.list())[1].list())
    for (std::size_t i = 0; i < multiples->size(); ++i) plan.multiples.push_back(count_at((*of.list())[1], i));
  return least_gpus(plan);
}

/// Those of the modules that a selective recomputation names which are counted here.
Value modelled_modules(const Value& of) {
  Value::List modelled;
  if (of.list() == nullptr) return of;
  for (const Value& each : *of.list())
    if (each.text() != nullptr && value_named<RecomputeModule>(*each.text())) modelled.push_back(each);
  return modelled.empty() ? Value() : Value(modelled);
}

/// Of a text, as Python's split().
Value words_between_blanks(const Value& of) {
  if (of.text() == nullptr) return {};
  Value::List words;
  const std::string_view text = *of.text();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
    if (end > begin) words.emplace_back(std::string(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return words;
}

/// n of a list of 0 and 1 whose every n-th entry alone is 0; a number as it is.
Value every_nth(const Value& of) {
  if (of.list() == nullptr) return of.whole().value_or(0) > 0 ? of : Value();
  const Value::List& list = *of.list();
  const auto first = std::find_if(list.begin(), list.end(), [](const Value& each) { return !is_true(each); });
  const std::int64_t n = first - list.begin() + 1;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (is_true(list[i]) != ((static_cast<std::int64_t>(i) + 1) % n != 0)) return {};
  return first == list.end() ? Value() : Value(n);
}

}  // namespace

const Functions& derived_functions() {
  static const Functions functions = {
      {"uneven_split", uneven_split_of},
      {"padded_split", padded_split_of},
      {"split_without", split_without_of},
      {"weighted_split", weighted_split_of},
      {"cost_split", cost_split_of},
      {"layers_between", layers_between_of},
      {"least_gpus", least_gpus_of},
      {"modelled_modules", modelled_modules},
      {"vocabulary_of", vocabulary_of},
      {"words", words_between_blanks},
      {"every_nth", every_nth},
      {"lower", [](const Value& of) { return of.none() ? Value() : Value(lower(words_of(of))); }},
      {"layers_in", [](const Value& of) { return list_of(layers_in(of)); }},
      {"module_names", [](const Value& of) { return of.list() == nullptr ? Value() : module_names(counts_in(of)); }},
      {"split_points", [](const Value& of) { return of.list() == nullptr ? Value() : split_points(counts_in(of)); }}};
  return functions;
}

}  // namespace shardscope
