#include "core/transformer/names.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace shardscope;

namespace {

/// Whether the values up to the last one have words of their own.
template <class Name>
bool all_differ(Name last) {
  std::set<std::string_view> words;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(last); ++i) words.insert(name_of(static_cast<Name>(i)));
  return words.size() == static_cast<std::size_t>(last) + 1 && words.count("") == 0;
}

}  // namespace

TEST_CASE("every operation, saved tensor, matrix and group has words of its own") {
  CHECK(all_differ(OperationName::residual_after_the_experts));
  CHECK(all_differ(TensorName::logits_in_fp32));
  CHECK(all_differ(ParameterName::output_matrixs_bias));
  CHECK(all_differ(TensorGroup::other));
}

TEST_CASE("what a norm keeps is grouped with the norms, what a router keeps with the router") {
  CHECK(group_of(TensorName::input_of_the_final_norm) == TensorGroup::norms);
  CHECK(group_of(TensorName::routed_rows_probabilities) == TensorGroup::router);
  CHECK(group_of(TensorName::shared_experts_gate) == TensorGroup::shared_experts);
  CHECK(group_of(Component::shared_experts) == TensorGroup::shared_experts);
}

TEST_CASE("a norm's input is no product's, and the down projections of latent attention gather nothing") {
  CHECK(is_gathered_for_product(TensorName::input_of_the_q_k_v_projection));
  CHECK_FALSE(is_gathered_for_product(TensorName::input_of_the_embeddings_norm));
  CHECK_FALSE(is_gathered_for_product(TensorName::input_of_the_down_projections));
}

TEST_CASE("a matrix's traits say where it belongs, how it is sharded and whether that splits its rows") {
  CHECK(traits_of(ParameterName::experts_down_bias).component == Component::experts);
  CHECK(traits_of(ParameterName::experts_down_bias).bias);
  CHECK(traits_of(ParameterName::down_projection).splits_rows);
  CHECK_FALSE(traits_of(ParameterName::up_projection).splits_rows);
  CHECK(elementwise_of(OperationName::final_norm) == Elementwise::norm);
  CHECK(elementwise_of(OperationName::logits) == Elementwise::none);
}
