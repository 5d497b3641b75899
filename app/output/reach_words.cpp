#include "app/output/reach_words.h"

namespace shardscope {

std::string_view words_of(Reach reach, const Cluster& cluster) {
  switch (reach) {
    case Reach::gpu:
      return "inside GPUs";
    case Reach::node:
      return "inside nodes";
    case Reach::rack:
      return "inside racks";
    case Reach::site:
      break;
  }
  return cluster.sites.number > 1 ? "between racks and sites" : "between racks";
}

}  // namespace shardscope
