#include "core/fields/typed_number.h"

#include "core/base/characters.h"
#include "core/base/number_text.h"

namespace shardscope {

std::optional<double> typed_number(const Field& field, std::string_view text) {
  constexpr double tokens_of_k = 1024;
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (field.path != "plan.sequence_length" || text.empty() || lower(text.back()) != 'k') return parse_number(text);
  text.remove_suffix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty() || !is_digit(text.back())) return std::nullopt;
  const std::optional<double> number = parse_number(text);
  return number ? std::optional(*number * tokens_of_k) : std::nullopt;
}

}  // namespace shardscope
