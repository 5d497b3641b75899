#include "core/fields/pool_fields.h"

#include <array>

#include "core/fields/field_maker.h"

namespace shardscope {

namespace {

template <auto Member>
PoolField pool_field(std::string_view path, std::string_view help = {}) {
  using Given = std::remove_cvref_t<decltype(std::declval<Pool&>().*Member)>;
  using Value = typename field_maker::Unwrapped<Given>::type;
  PoolField field{find_field(path), path.substr(std::string_view("cluster.").size()), help};
  field.required = std::is_same_v<Given, Value>;
  field.get = [](const Pool& pool) {
    if constexpr (std::is_same_v<Given, Value>)
      return FieldValue(pool.*Member);
    else
      return pool.*Member ? FieldValue(*(pool.*Member)) : FieldValue();
  };
  field.set = [](Pool& pool, const FieldValue& value) {
    if (const auto* given = std::get_if<Value>(&value)) pool.*Member = *given;
  };
  return field;
}

}  // namespace

std::span<const PoolField> pool_fields() {
  static const std::array table = {pool_field<&Pool::gpus>("cluster.gpus", "GPUs of this kind in the cluster."),
                                   pool_field<&Pool::gpus_per_node>("cluster.gpus_per_node"),
                                   pool_field<&Pool::scale_up_domain>("cluster.scale_up_domain"),
                                   pool_field<&Pool::scale_out_bandwidth>("cluster.scale_out_bandwidth")};
  return table;
}

}  // namespace shardscope
