#include "core/lanes/lane_rows.h"

#include <algorithm>

namespace shardscope {

namespace {

PassRows::Layer rows_of(const LayerLanes& lanes) {
  PassRows::Layer rows;
  double until = 0;
  for (std::size_t b = 0; b < lanes.bars.size(); ++b) {
    const LaneBar& bar = lanes.bars[b];
    rows.bars[index_of(bar.lane)].push_back(b);
    rows.busy[index_of(bar.lane)] += bar.end - bar.start;
    if (bar.lane != LaneKind::compute) continue;
    if (bar.start > until + 1e-12) rows.waits.push_back({until, bar.start});
    until = bar.end;
  }
  if (lanes.length > until + 1e-12) rows.waits.push_back({until, lanes.length});
  for (const LaneSpan& wait : rows.waits) rows.waiting += wait.end - wait.start;
  return rows;
}

PassRows rows_of(const PassLanes& pass) {
  PassRows rows;
  for (const LayerLanes& layer : pass.layers) rows.layers.push_back(rows_of(layer));
  double layers = 0;
  for (const LayerSpan& span : pass.spans) {
    const PassRows::Layer& layer = rows.layers[span.lanes];
    for (std::size_t lane = 0; lane < lane_kinds; ++lane) rows.busy[lane] += layer.busy[lane];
    rows.waiting += layer.waiting, layers += span.end - span.start;
  }
  for (const UnitTraffic& unit : pass.traffic) rows.busy[index_of(unit.lane)] += unit.end - unit.start;
  rows.waiting += std::max(0.0, pass.length - layers);
  return rows;
}

bool is_between_layers(LaneKind lane) {
  return lane == LaneKind::data_in || lane == LaneKind::data_out;
}

/// Puts together what is too thin to be drawn by itself.
class Pieces {
 public:
  Pieces(TimeRange range, double finest, std::vector<LanePiece>& out) : range_(range), finest_(finest), out_(out) {}
  ~Pieces() { flush(); }
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  void add(const LanePiece& piece) {
    if (piece.end <= range_.start || piece.start >= range_.end || piece.end <= piece.start) return;
    if (open_ && piece.start > start_of_open() + finest_ && piece.start > joined_.end + finest_ / 2) flush();
    const double busy = (piece.end - piece.start) * piece.share;
    if (!open_) {
      joined_ = piece, busy_ = busy, longest_ = busy, open_ = true;
    } else {
      if (busy > longest_) {
        longest_ = busy;
        joined_.bar = piece.bar, joined_.span = piece.span, joined_.traffic = piece.traffic,
        joined_.place = piece.place;
      }
      joined_.end = std::max(joined_.end, piece.end), busy_ += busy;
    }
    if (joined_.end - joined_.start >= finest_) flush();
  }

 private:
  TimeRange range_;
  double finest_;
  std::vector<LanePiece>& out_;
  LanePiece joined_;
  double busy_ = 0, longest_ = 0;
  bool open_ = false;

  [[nodiscard]] double start_of_open() const { return joined_.start; }
  void flush() {
    if (!open_) return;
    open_ = false;
    const double length = std::max(joined_.end - joined_.start, finest_);
    joined_.share = static_cast<float>(std::clamp(busy_ / length, 0.0, 1.0));
    out_.push_back(joined_);
  }
};

class RowWalk {
 public:
  RowWalk(const RankLanes& lanes, const StepRows& rows, const LaneRow& row, TimeRange range, double finest,
          std::vector<LanePiece>& out)
      : lanes_(lanes), rows_(rows), row_(row), range_(range), finest_(finest), pieces_(range, finest, out) {}

  void run() {
    const std::vector<PassPlace>& places = lanes_.places;
    auto at = std::partition_point(places.begin(), places.end(),
                                   [&](const PassPlace& place) { return place.end <= range_.start; });
    while (at != places.end() && at->start < range_.end) {
      const auto place = static_cast<std::size_t>(at - places.begin());
      if (at->end - at->start >= finest_) {
        pass(place);
        ++at;
        continue;
      }
      const double next = at->start + finest_;  // passes thinner than that are drawn as the first of them
      at = std::partition_point(at + 1, places.end(), [&](const PassPlace& later) { return later.end <= next; });
      together(place, (at - 1)->end);
    }
  }

 private:
  const RankLanes& lanes_;
  const StepRows& rows_;
  const LaneRow& row_;
  TimeRange range_;
  double finest_;
  Pieces pieces_;

  [[nodiscard]] double busy_of(const std::array<double, lane_kinds>& busy, double waiting, double length) const {
    if (row_.kind == LaneRowKind::layers) return length;
    return row_.kind == LaneRowKind::waits ? waiting : busy[index_of(row_.lane)];
  }

  void add(std::size_t place, double start, double end, double share, std::int32_t span, std::int32_t bar,
           std::int32_t traffic = -1) {
    const PassPlace& at = lanes_.places[place];
    pieces_.add({at.moment(start), at.moment(end), static_cast<float>(share), place, span, bar, traffic});
  }

  void together(std::size_t place, double until) {
    const PassPlace& at = lanes_.places[place];
    const PassLanes& pass = lanes_.passes[at.lanes];
    const PassRows& rows = rows_.passes[at.lanes];
    const double busy = busy_of(rows.busy, rows.waiting, pass.length);
    if (busy > 0 && pass.length > 0)
      pieces_.add({at.start, until, static_cast<float>(std::min(1.0, busy / pass.length)), place, -1, -1, -1});
  }

  void pass(std::size_t place) {
    const PassPlace& at = lanes_.places[place];
    const PassLanes& pass = lanes_.passes[at.lanes];
    if (row_.kind == LaneRowKind::lane && is_between_layers(row_.lane)) return between_layers(place, pass);
    double until = 0;
    for (std::size_t s = 0; s < pass.spans.size(); ++s) {
      const LayerSpan& span = pass.spans[s];
      if (row_.kind == LaneRowKind::waits) add(place, until, span.start, 1, static_cast<std::int32_t>(s), -1);
      until = span.end;
      if (at.moment(span.end) <= range_.start) continue;
      if (at.moment(span.start) >= range_.end) return;
      layer(place, pass, s);
    }
    if (row_.kind == LaneRowKind::waits) add(place, until, pass.length, 1, -1, -1);
  }

  void between_layers(std::size_t place, const PassLanes& pass) {
    for (std::size_t t = 0; t < pass.traffic.size(); ++t)
      if (pass.traffic[t].lane == row_.lane)
        add(place, pass.traffic[t].start, pass.traffic[t].end, 1, static_cast<std::int32_t>(pass.traffic[t].span), -1,
            static_cast<std::int32_t>(t));
  }

  void layer(std::size_t place, const PassLanes& pass, std::size_t s) {
    const LayerSpan& span = pass.spans[s];
    const auto number = static_cast<std::int32_t>(s);
    if (row_.kind == LaneRowKind::layers) return add(place, span.start, span.end, 1, number, -1);
    const PassRows::Layer& rows = rows_.passes[lanes_.places[place].lanes].layers[span.lanes];
    const double length = span.end - span.start, busy = busy_of(rows.busy, rows.waiting, length);
    if (!(busy > 0)) return;
    if (length * lanes_.places[place].stretch < 2 * finest_)
      return add(place, span.start, span.end, std::min(1.0, busy / length), number, -1);
    const auto moment = [&](double of_layer) { return pass.moment(span, of_layer); };
    if (row_.kind == LaneRowKind::waits)
      for (const LaneSpan& wait : rows.waits) add(place, moment(wait.start), moment(wait.end), 1, number, -1);
    else
      for (const std::size_t b : rows.bars[index_of(row_.lane)]) {
        const LaneBar& bar = pass.layers[span.lanes].bars[b];
        add(place, moment(bar.start), moment(bar.end), 1, number, static_cast<std::int32_t>(b));
      }
  }
};

}  // namespace

double StepRows::seconds_of(const LaneRow& row, const RankLanes& lanes) const {
  if (row.kind == LaneRowKind::waits) return waiting;
  if (row.kind == LaneRowKind::lane) return busy[index_of(row.lane)];
  double sum = 0;
  for (const PassPlace& place : lanes.places) sum += place.end - place.start;
  return sum;
}

StepRows step_rows(const RankLanes& lanes) {
  StepRows step;
  for (const PassLanes& pass : lanes.passes) step.passes.push_back(rows_of(pass));
  for (const PassPlace& place : lanes.places) {
    const PassRows& pass = step.passes[place.lanes];
    for (std::size_t lane = 0; lane < lane_kinds; ++lane) step.busy[lane] += pass.busy[lane] * place.stretch;
    step.waiting += pass.waiting * place.stretch;
  }
  step.rows.push_back({LaneRowKind::layers, LaneKind::compute});
  for (std::size_t lane = 0; lane < lane_kinds; ++lane)
    if (step.busy[lane] > 0) step.rows.push_back({LaneRowKind::lane, static_cast<LaneKind>(lane)});
  if (step.waiting > 0) step.rows.push_back({LaneRowKind::waits, LaneKind::compute});
  return step;
}

void pieces_in(const RankLanes& lanes, const StepRows& rows, const LaneRow& row, TimeRange range, double finest,
               std::vector<LanePiece>& pieces) {
  pieces.clear();
  RowWalk(lanes, rows, row, range, finest, pieces).run();
}

}  // namespace shardscope
