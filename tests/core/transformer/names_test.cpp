#include "core/transformer/names.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace shardscope;

namespace {

/// Whether each value has words of its own.
template <class Name>
bool all_differ() {
  std::set<std::string_view> words;
  for (std::size_t i = 0; i < count_of<Name>; ++i) words.insert(name_of(static_cast<Name>(i)));
  return words.size() == count_of<Name> && words.count("") == 0;
}

}  // namespace

TEST_CASE("every operation, saved tensor, matrix and group has words of its own") {
  CHECK(all_differ<OperationName>());
  CHECK(all_differ<TensorName>());
  CHECK(all_differ<ParameterName>());
  CHECK(all_differ<TensorGroup>());
}

TEST_CASE("what a norm keeps is grouped with the norms, what a router keeps with the router") {
  CHECK(entry_of(TensorName::input_of_the_final_norm).group == TensorGroup::norms);
  CHECK(entry_of(TensorName::routed_rows_probabilities).group == TensorGroup::router);
  CHECK(entry_of(TensorName::shared_experts_gate).group == TensorGroup::shared_experts);
  CHECK(entry_of(Component::shared_experts).group == TensorGroup::shared_experts);
}

TEST_CASE("a norm's input is no product's, and the down projections of latent attention gather nothing") {
  CHECK(entry_of(TensorName::input_of_the_q_k_v_projection).gathered_for_product);
  CHECK_FALSE(entry_of(TensorName::input_of_the_embeddings_norm).gathered_for_product);
  CHECK_FALSE(entry_of(TensorName::input_of_the_down_projections).gathered_for_product);
}

TEST_CASE("a matrix's traits say where it belongs, how it is sharded and whether that splits its rows") {
  CHECK(entry_of(ParameterName::experts_down_bias).component == Component::experts);
  CHECK(entry_of(ParameterName::experts_down_bias).bias);
  CHECK(entry_of(ParameterName::down_projection).splits_rows);
  CHECK_FALSE(entry_of(ParameterName::up_projection).splits_rows);
  CHECK(entry_of(OperationName::final_norm).elementwise == Elementwise::norm);
  CHECK(entry_of(OperationName::logits).elementwise == Elementwise::none);
}
