#include "core/cluster/carried.h"

namespace shardscope {

Carried& Carried::operator+=(const Carried& other) {
  sent += other.sent;
  for (std::size_t i = 0; i < through.size(); ++i) through[i] += other.through[i];
  for (std::size_t i = 0; i < reaching.size(); ++i) reaching[i] += other.reaching[i];
  return *this;
}

Carried operator*(double times, Carried carried) {
  carried.sent *= times;
  for (Bytes& bytes : carried.through) bytes *= times;
  for (Bytes& bytes : carried.reaching) bytes *= times;
  return carried;
}

}  // namespace shardscope
