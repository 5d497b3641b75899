#include "render/text/headline_text.h"

#include <cmath>

namespace shardscope {

Formatted format_headline(Headline figure, double value) {
  switch (figure) {
    case Headline::step:
      return format_seconds(Seconds{value});
    case Headline::tokens_per_second:
      return format_count(value);
    case Headline::mfu:
    case Headline::bubble:
      return format_percent(value);
    case Headline::memory:
      return format_bytes(Bytes{value});
    case Headline::days:
      return format_days(value);
    case Headline::rental:
      return format_dollars(value);
    case Headline::energy:
      return format_energy(value);
  }
  return {"unknown", ""};
}

Formatted format_headline(Headline figure, const std::optional<double>& value) {
  return value ? format_headline(figure, *value) : Formatted{"unknown", ""};
}

Formatted format_headline_change(Headline figure, double change, double beside) {
  switch (figure) {
    case Headline::step:
      return format_change(Seconds{change}, Seconds{beside});
    case Headline::tokens_per_second:
      return signed_of(change, format_count_like(std::abs(change), beside));
    case Headline::mfu:
    case Headline::bubble:
      return format_percent_change(change);
    case Headline::memory:
      return format_change(Bytes{change}, Bytes{beside});
    case Headline::days:
      return format_days_change(change, beside);
    case Headline::rental:
    case Headline::energy:
      return signed_of(change, format_headline(figure, std::abs(change)));
  }
  return {"unknown", ""};
}

}  // namespace shardscope
