#include "core/frameworks/derived/splits.h"

#include <doctest/doctest.h>

#include <numeric>

using namespace shardscope;

using Layers = std::vector<std::int64_t>;

TEST_CASE("Megatron's uneven split: first and last take theirs, the others share the rest") {
  CHECK(uneven_split({.layers = 32, .ranks = 4}) == Layers{8, 8, 8, 8});
  CHECK(uneven_split({.layers = 30, .ranks = 4, .first = 7, .last = 7}) == Layers{7, 8, 8, 7});
  CHECK(uneven_split({.layers = 30, .ranks = 4, .embedding = true, .loss = true}) == Layers{7, 8, 8, 7});
  CHECK(uneven_split({.layers = 8, .ranks = 2, .chunks = 2}) == Layers{2, 2, 2, 2});
  CHECK(uneven_split({.layers = 30, .ranks = 4}).empty());
  CHECK(uneven_split({.layers = 30, .ranks = 4, .first = 6}) == Layers{6, 8, 8, 8});
  CHECK(uneven_split({.layers = 4, .ranks = 0}).empty());
}

TEST_CASE("padded layers leave the last stage and then the first ones one fewer") {
  CHECK(padded_split(30, 8, 1) == Layers{3, 4, 4, 4, 4, 4, 4, 3});
  CHECK(padded_split(15, 4, 2) == Layers{2, 2, 2, 2, 2, 2, 2, 1});
  CHECK(padded_split(32, 8, 1) == Layers(8, 4));
  CHECK(padded_split(7, 4, 3).empty());
  CHECK(padded_split(30, 0, 1).empty());
}

TEST_CASE("idle layers are shared out with the others and count for nothing in their stage") {
  CHECK(split_without(64, 16, {61, 62, 63}) == Layers{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1});
  CHECK(split_without(16, 8, {1, 15}) == Layers{1, 2, 2, 2, 2, 2, 2, 1});
  CHECK(split_without(16, 4, {}) == Layers(4, 4));
  CHECK(split_without(16, 3, {15}).empty());
  CHECK(split_without(16, 4, {16}).empty());
  CHECK(split_without(16, 4, {-1}).empty());
  CHECK(split_without(4, 4, {1, 1}).empty());
}

TEST_CASE("torchtitan's split shares layers and weights, and sums to the layers") {
  CHECK(weighted_split(32, 4, 1, 1) == Layers{8, 9, 8, 7});
  CHECK(weighted_split(32, 4, 0, 0) == Layers{8, 8, 8, 8});
  for (std::int64_t layers : {4, 7, 61, 126})
    for (std::int64_t stages : {1, 2, 4}) {
      const Layers all = weighted_split(layers, stages, 1, 1);
      CHECK(std::accumulate(all.begin(), all.end(), std::int64_t{0}) == layers);
    }
  CHECK(weighted_split(1, 4, 3, 3).empty());
}

TEST_CASE("nanotron's split gives the rank with the head fewer layers") {
  const Layers all = cost_split(32, 4, 1, 4);
  CHECK(std::accumulate(all.begin(), all.end(), std::int64_t{0}) == 32);
  CHECK(all.front() > all.back());
}

TEST_CASE("torchtitan's module lists say the layers of each stage, and back") {
  const Layers layers = {2, 3, 0};
  const Value modules = module_names(layers);
  CHECK(words_of((*modules.list())[0]) == "[tok_embeddings, layers.0, layers.1]");
  CHECK(words_of((*modules.list())[2]) == "[norm, output]");
  CHECK(layers_in(modules) == layers);
  CHECK(layers_in(Value(3)).empty());
}

TEST_CASE("torchtitan's split points are the layers with which stages begin") {
  const auto points = [](std::initializer_list<const char*> names) {
    Value::List list;
    for (const char* name : names) list.emplace_back(name);
    return Value(std::move(list));
  };
  CHECK(layers_between(points({"layers.4", "layers.8"}), 12) == Layers{4, 4, 4});
  CHECK(layers_between(points({"layers.0", "layers.5", "norm"}), 8) == Layers{0, 5, 3, 0});
  CHECK(layers_between(points({"layers.8", "layers.4"}), 12).empty());
  CHECK(layers_between(points({"layers.12"}), 12).empty());
  CHECK(layers_between(points({"layers.4.attention"}), 12).empty());
  CHECK(layers_between("layers.4", 12).empty());
  for (const Layers& layers : {Layers{4, 4, 4}, Layers{0, 5, 3, 0}, Layers{12}})
    CHECK(layers_between(split_points(layers), std::accumulate(layers.begin(), layers.end(), std::int64_t{0})) ==
          layers);
}

TEST_CASE("a list of modules that cuts a layer says no layers per stage") {
  CHECK(layers_in(Value::List{Value(Value::List{Value("layers.0.attention")}),
                              Value(Value::List{Value("layers.0.feed_forward")})})
            .empty());
}
