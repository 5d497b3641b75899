#include "core/inspect/whole_ledger.h"

#include "core/memory/whole_bytes.h"

namespace shardscope {

std::vector<LedgerLine> in_whole_bytes(std::vector<LedgerLine> lines, const StageMemory& whole) {
  for (std::size_t i = 0; i < whole.parts.size(); ++i) {
    std::vector<Bytes> bytes;
    for (const LedgerLine& line : lines)
      if (line.part == i) bytes.push_back(line.bytes);
    bytes = in_whole_bytes(std::move(bytes), whole.parts[i].bytes);
    auto next = bytes.begin();
    for (LedgerLine& line : lines)
      if (line.part == i) line.bytes = *next++;
  }
  return lines;
}

}  // namespace shardscope
