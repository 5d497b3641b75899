#include "app/output/trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/inspect/memory/curve.h"
#include "core/lanes/lane_words.h"
#include "core/pipeline/dependencies.h"
#include "render/text/pass_name.h"

namespace shardscope {

namespace {

constexpr int passes_thread = 0, step_end_thread = 1, exchange_thread = 2, sends_thread = 3;  // sends: two a stream

constexpr double nanoseconds_per_second = 1e9, nanoseconds_per_unit = 1e6;

/// Of seconds, or of units.
std::int64_t nanoseconds(double time, TimeUnit unit) {
  return std::llround(time * (unit == TimeUnit::units ? nanoseconds_per_unit : nanoseconds_per_second));
}

std::string microseconds(std::int64_t ns) {
  std::string digits = std::to_string(ns % 1000);
  return std::to_string(ns / 1000) + "." + std::string(3 - digits.size(), '0') + digits;
}

std::string quoted_json(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Writes events, a line each, with commas between them.
struct TraceWriter {
  std::ostream& out;
  TimeUnit unit = TimeUnit::seconds;
  bool first = true;

  [[nodiscard]] std::int64_t ns(double time) const { return nanoseconds(time, unit); }
  [[nodiscard]] std::string us(double time) const { return microseconds(ns(time)); }

  std::ostream& next(char phase, std::int32_t process, int thread) {
    out << (first ? "\n" : ",\n") << "{\"ph\":\"" << phase << "\",\"pid\":" << process << ",\"tid\":" << thread;
    first = false;
    return out;
  }

  void name(std::int32_t process, int thread, std::string_view what, std::string_view value) {
    next('M', process, thread) << ",\"name\":\"" << what << "\",\"args\":{\"name\":" << quoted_json(value) << "}}";
  }

  void complete(std::int32_t process, int thread, double start, double end, const std::string& event,
                std::string_view category, const std::string& arguments) {
    const std::int64_t begin = ns(start);
    next('X', process, thread) << ",\"ts\":" << microseconds(begin) << ",\"dur\":" << microseconds(ns(end) - begin)
                               << ",\"name\":\"" << event << "\",\"cat\":\"" << category << "\",\"args\":{" << arguments
                               << "}}";
  }
};

std::string arguments_of(const TraceWriter& trace, const Timeline& timeline, std::int32_t rank, Pass pass,
                         double recompute) {
  const std::int64_t stage = stage_of(timeline.placement, rank, pass.chunk, timeline.ranks);
  std::string text = "\"kind\":\"" + std::string(name_of(pass.kind)) +
                     "\",\"micro_batch\":" + std::to_string(pass.micro_batch) +
                     ",\"chunk\":" + std::to_string(pass.chunk) + ",\"stage\":" + std::to_string(stage);
  if (recompute > 0) text += ",\"recompute_us\":" + trace.us(recompute);
  return text;
}

/// Arrows leave in a pass's last hundredth and arrive in the next one's first, so that a viewer binds them to the
/// passes and not to their neighbours.
void write_arrows(TraceWriter& trace, const Timeline& timeline, const TimelineIndex& index, PassAt at,
                  std::int64_t& arrow) {
  constexpr double within = 0.01;
  const PassRecord& from = timeline.lane(at.rank)[at.bar];
  for (const Dependency& dependent : dependents_of(timeline, index, at)) {
    if (dependent.kind != DependencyKind::input || dependent.pass.rank == at.rank) continue;
    const PassRecord& to = timeline.lane(dependent.pass.rank)[dependent.pass.bar];
    const char* what = role_of(from.pass.kind) == PassRole::forward ? "activations" : "gradients";
    const auto end = [&](char phase, std::int32_t rank, double time, const char* binding) {
      trace.next(phase, rank, passes_thread) << ",\"ts\":" << trace.us(time) << ",\"id\":" << arrow << ",\"name\":\""
                                             << what << "\",\"cat\":\"p2p\"" << binding << "}";
    };
    end('s', at.rank, from.end - within * (from.end - from.start), "");
    end('f', dependent.pass.rank, to.start + within * (to.end - to.start), ",\"bp\":\"e\"");
    ++arrow;
  }
}

/// The buckets that are exchanged with the replicas, hidden or not. Viewers begin at 0: of a bucket that set off in the
/// step before only what lies in this one is drawn.
void write_exchange(TraceWriter& trace, const TimelineSource& source, std::int32_t rank) {
  const std::span<const ExchangeRecord> unordered = exchange_of(source.exchange, rank);
  if (unordered.empty()) return;
  std::vector<ExchangeRecord> records(unordered.begin(), unordered.end());
  std::stable_sort(records.begin(), records.end(),
                   [](const ExchangeRecord& a, const ExchangeRecord& b) { return a.start < b.start; });
  trace.name(rank, exchange_thread, "thread_name", "Exchange with the replicas");
  for (const ExchangeRecord& record : records) {
    if (record.end <= 0) continue;
    std::string arguments =
        "\"chunk\":" + std::to_string(record.chunk) + ",\"bucket\":" + std::to_string(record.bucket);
    if (record.start < 0) arguments += ",\"set_off_before_us\":" + trace.us(-record.start);
    trace.complete(rank, exchange_thread, std::max(0.0, record.start), record.end,
                   std::string(name_of_exchange(record.kind)) + ", bucket " + std::to_string(record.bucket), "exchange",
                   arguments);
  }
}

/// What the rank sends to the next stage and to the one before, each way a thread; what sets off while the last of its
/// way is under way goes on another one, since slices of a thread must not overlap.
void write_sends(TraceWriter& trace, const Timeline& timeline, const TimelineIndex& index, std::int32_t rank) {
  std::array<std::vector<double>, 2> busy_until;  // [way][stream]
  for (std::size_t bar = 0; bar < timeline.lane(rank).size(); ++bar) {
    const std::optional<Transfer> transfer = transfer_of(timeline, index, {rank, bar});
    if (!transfer || trace.ns(transfer->arrives) <= trace.ns(transfer->sent)) continue;
    const Pass pass = timeline.lane(rank)[bar].pass;
    const bool onward = role_of(pass.kind) == PassRole::forward;
    std::vector<double>& streams = busy_until[onward ? 0 : 1];
    const auto free = std::find_if(streams.begin(), streams.end(), [&](double end) { return end <= transfer->sent; });
    const auto stream = static_cast<int>(free - streams.begin());
    const int thread = sends_thread + 2 * stream + (onward ? 0 : 1);
    if (free == streams.end()) {
      const std::string name = onward ? "Sends to the next stage" : "Sends to the stage before";
      trace.name(rank, thread, "thread_name", stream == 0 ? name : name + ", stream " + std::to_string(stream));
      streams.push_back(transfer->arrives);
    } else {
      *free = transfer->arrives;
    }
    trace.complete(rank, thread, transfer->sent, transfer->arrives,
                   (onward ? "Activations of " : "Gradients of ") + std::to_string(pass.micro_batch), "send",
                   "\"to\":" + std::to_string(transfer->to.rank) + ",\"chunk\":" + std::to_string(pass.chunk));
  }
}

void write_memory(TraceWriter& trace, const Report& report, std::int32_t rank) {
  const MemoryCurve curve = memory_over_time(report, rank);
  const auto count = [&](double time, const char* name, Bytes bytes) {
    trace.next('C', rank, passes_thread) << ",\"ts\":" << trace.us(time) << ",\"name\":\"" << name
                                         << "\",\"args\":{\"bytes\":" << std::llround(bytes.value) << "}}";
  };
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    count(curve.points[i].time, "Activations held", curve.points[i].activations);
    count(curve.points[i].time, "Memory held", curve.total(i));
  }
}

/// Of a schedule alone: the amount while each pass runs and after it.
void write_held(TraceWriter& trace, const TimelineSource& source, std::int32_t rank) {
  const auto count = [&](double time, double amount) {
    trace.next('C', rank, passes_thread) << ",\"ts\":" << trace.us(time) << ",\"name\":\"Held\",\"args\":{"
                                         << quoted_json(source.held_unit) << ":" << nlohmann::json(amount) << "}}";
  };
  const std::span<const PassRecord> lane = source.timeline.lane(rank);
  for (std::size_t bar = 0; bar < lane.size(); ++bar) {
    count(lane[bar].start, held_at(source.timeline, *source.held, rank, lane[bar].start));
    if (bar + 1 == lane.size() || lane[bar + 1].start > lane[bar].end)
      count(lane[bar].end, held_at(source.timeline, *source.held, rank, lane[bar].end));
  }
}

/// The threads of a rank's operations: its layers, and a stream for each lane, as PyTorch's profiler numbers them.
constexpr int layers_thread = 1000;
int thread_of(LaneKind lane) {
  constexpr int first_stream = 7, streams_apart = 4;  // PyTorch computes on stream 7
  return layers_thread + first_stream + streams_apart * static_cast<int>(index_of(lane));
}

/// A rank's passes down to their operations. What ends when the next begins does so in whole nanoseconds too.
class LanesTrace {
 public:
  LanesTrace(TraceWriter& trace, const RankLanes& lanes, const Report& report)
      : trace_(trace), lanes_(lanes), sizes_(letter_sizes(report.scenario.model, report.scenario.plan)) {}

  void write() {
    trace_.name(lanes_.rank, layers_thread, "thread_name", "Layers");
    for (const PassPlace& place : lanes_.places) write(place, lanes_.passes[place.lanes]);
  }

 private:
  TraceWriter& trace_;
  const RankLanes& lanes_;
  LetterSizes sizes_;
  std::array<bool, lane_kinds> named_{};
  std::array<double, lane_kinds> until_{};

  void name_thread(LaneKind lane) {
    if (std::exchange(named_[index_of(lane)], true)) return;
    const int thread = thread_of(lane);
    const std::string stream = lane == LaneKind::host ? "" : "stream " + std::to_string(thread - layers_thread) + ": ";
    trace_.name(lanes_.rank, thread, "thread_name", stream + std::string(entry_of(lane).stream));
  }

  void event(LaneKind lane, double start, double end, std::string_view name, const std::string& arguments) {
    name_thread(lane);
    double& until = until_[index_of(lane)];
    start = std::max(start, until), until = std::max(end, until);
    if (trace_.ns(until) <= trace_.ns(start)) return;
    trace_.complete(lanes_.rank, thread_of(lane), start, until, std::string(name),
                    lane == LaneKind::host ? "cuda_runtime" : "kernel", arguments);
  }

  void write(const PassPlace& place, const PassLanes& pass) {
    for (const LayerSpan& span : pass.spans) {
      const LayerLanes& layer = pass.layers[span.lanes];
      const std::string name = name_of(span, layer);
      trace_.complete(lanes_.rank, layers_thread, place.moment(span.start), place.moment(span.end),
                      name + " " + std::string(name_of_pass(pass.pass).word), "user_annotation", "");
      for (const LaneBar& bar : layer.bars) {
        const auto at = [&](double of_layer) { return place.moment(pass.moment(span, of_layer)); };
        event(bar.lane, at(bar.start), at(bar.end), name_of(bar, layer.block), arguments_of(bar, layer.block, name));
      }
    }
    for (const UnitTraffic& unit : pass.traffic) {
      const LayerSpan& span = pass.spans[unit.span];
      const LaneWork work =
          unit.lane == LaneKind::data_in ? LaneWork::gather_of_weights : LaneWork::scatter_of_gradients;
      event(unit.lane, place.moment(unit.start), place.moment(unit.end), entry_of(work).words,
            "\"kernel\":" + quoted_json(entry_of(work).kernel) + ",\"layer\":" +
                quoted_json(name_of(span, pass.layers[span.lanes])) + ",\"bytes\":" + whole(unit.bytes.value));
    }
  }

  [[nodiscard]] static std::string whole(double value) { return std::to_string(std::llround(value)); }

  [[nodiscard]] std::string arguments_of(const LaneBar& bar, const Block& block, const std::string& layer) const {
    std::string text = "\"kernel\":" + quoted_json(kernel_of(bar, block)) + ",\"layer\":" + quoted_json(layer);
    text += ",\"bytes\":" + whole(bar.bytes.value);
    if (bar.operation < 0) return text;
    const Operation& operation = block.operations[static_cast<std::size_t>(bar.operation)];
    text += ",\"phase\":" + quoted_json(name_of(bar.phase)) + ",\"shape\":" + quoted_json(text_of(operation.shape)) +
            ",\"numbers\":" + nlohmann::json(numbers_of(operation.shape, sizes_)).dump() +
            ",\"flops\":" + nlohmann::json(bar.flops.value).dump();
    return text;
  }
};

void write_rank(TraceWriter& trace, const TimelineSource& source, const TimelineIndex& index, std::int32_t rank,
                std::int64_t& arrow) {
  const Timeline& timeline = source.timeline;
  trace.name(rank, passes_thread, "process_name", "Pipeline rank " + std::to_string(rank));
  trace.next('M', rank, passes_thread) << ",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":" << rank << "}}";
  trace.name(rank, passes_thread, "thread_name", "Passes");
  trace.name(rank, step_end_thread, "thread_name", "Gradient exchange and optimizer");
  const LaneIndex lane = lane_index(timeline, index, rank);
  for (std::size_t bar = 0; bar < lane.bars.size(); ++bar) {
    const PassRecord& record = lane.bars[bar];
    trace.complete(rank, passes_thread, record.start, record.end,
                   std::string(name_of_pass(record.pass.kind).traced) + " " + std::to_string(record.pass.micro_batch),
                   "pass", arguments_of(trace, timeline, rank, record.pass, lane.recompute_seconds(record)));
    write_arrows(trace, timeline, index, {rank, bar}, arrow);
  }
  for (const auto& [kind, range] : parts_of(lane.step_end))
    if (range.length() > 0)
      trace.complete(rank, step_end_thread, range.start, range.end, std::string(name_of_work(kind).traced), "step end",
                     "");
  write_exchange(trace, source, rank);
  write_sends(trace, timeline, index, rank);
  if (source.lanes != nullptr && source.lanes->rank == rank && source.report != nullptr)
    LanesTrace(trace, *source.lanes, *source.report).write();
  if (source.report != nullptr) write_memory(trace, *source.report, rank);
  if (source.held != nullptr) write_held(trace, source, rank);
}

/// The shortest text that reads back as the same number.
std::string_view number(double value, std::array<char, 32>& digits) {
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), static_cast<std::size_t>(end - digits.data())};
}

}  // namespace

void write_trace(std::ostream& out, const TimelineSource& source) {
  const Timeline& timeline = source.timeline;
  const TimelineIndex index = build_timeline_index(timeline, source.step_ends);
  const bool units = source.unit == TimeUnit::units;
  out << "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"scenario\":" << quoted_json(source.title)
      << ",\"schedule\":" << quoted_json(source.kind ? json_name(*source.kind) : std::string_view())
      << ",\"passes\":" << timeline.records.size() << (units ? ",\"a_unit_of_time_is\":\"1 ms\"" : "")
      << "},\n\"traceEvents\":[";
  TraceWriter trace{out, source.unit};
  std::int64_t arrow = 1;
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) write_rank(trace, source, index, rank, arrow);
  out << "\n]}\n";
}

void write_timeline_csv(std::ostream& out, const TimelineSource& source) {
  const bool units = source.unit == TimeUnit::units;
  out << "rank,kind,chunk,micro_batch," << (units ? "start,end\n" : "start_seconds,end_seconds,recompute_seconds\n");
  const Timeline& timeline = source.timeline;
  const TimelineIndex index = build_timeline_index(timeline, source.step_ends);
  std::array<char, 32> start = {}, end = {}, again = {};
  const auto row = [&](std::int32_t rank, std::string_view kind, const std::string& what, double from, double to) {
    if (to > from)
      out << rank << ',' << kind << ',' << what << ',' << number(from, start) << ',' << number(to, end) << ",0\n";
  };
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const LaneIndex lane = lane_index(timeline, index, rank);
    for (const PassRecord& record : lane.bars) {
      out << rank << ',' << name_of(record.pass.kind) << ',' << record.pass.chunk << ',' << record.pass.micro_batch
          << ',' << number(record.start, start) << ',' << number(record.end, end);
      if (!units) out << ',' << number(lane.recompute_seconds(record), again);
      out << '\n';
    }
    for (const ExchangeRecord& record : exchange_of(source.exchange, rank))
      row(rank, std::string(name_of(record.kind)) + "_bucket", std::to_string(record.chunk) + ",", record.start,
          record.end);
    for (const auto& [kind, range] : parts_of(lane.step_end))
      row(rank, step_end_name(kind), ",", range.start, range.end);
  }
}

}  // namespace shardscope
