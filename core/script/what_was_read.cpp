#include "core/script/what_was_read.h"

#include <algorithm>
#include <string_view>

#include "core/fields/whole_parts.h"

namespace shardscope {

namespace {

/// What a person asks of a plan first, said or not.
constexpr std::string_view plan_first[] = {"plan.tp", "plan.pp", "plan.dp", "plan.cp", "plan.ep"};
ReadField field_read(const LitScript& lit, const std::string& path) {
  ReadField read{path, ReadOrigin::script, {}, {}};
  for (std::size_t i = 0; i < lit.spans.size(); ++i) {
    const LitSpan& span = lit.spans[i];
    if (span.part == LitPart::none || std::find(span.fields.begin(), span.fields.end(), path) == span.fields.end())
      continue;
    read.spans.push_back(i);
    if (span.fault) read.fault = span.fault;
  }
  return read;
}

/// The fields of a section that flags said, in the table's order.
std::vector<ReadField> said_fields(const LitScript& lit, std::initializer_list<std::string_view> sections,
                                   const std::vector<std::string>& assumed) {
  std::vector<ReadField> all;
  if (ReadField whole = field_read(lit, std::string(whole_model));
      !whole.spans.empty() && *sections.begin() == "model.")
    all.push_back(std::move(whole));
  for (const Field& field : fields()) {
    if (std::none_of(sections.begin(), sections.end(),
                     [&](std::string_view section) { return field.path.starts_with(section); }))
      continue;
    ReadField read = field_read(lit, std::string(field.path));
    const bool taken = std::find(assumed.begin(), assumed.end(), field.path) != assumed.end();
    if (taken) read.origin = ReadOrigin::assumed;
    if (taken || !read.spans.empty()) all.push_back(std::move(read));
  }
  return all;
}

bool is_among(const std::vector<ReadField>& all, std::string_view path) {
  return std::any_of(all.begin(), all.end(), [&](const ReadField& each) { return each.path == path; });
}

/// The degrees stand first, in the order in which they multiply; what is left of the GPUs is data parallelism.
void order_degrees(std::vector<ReadField>& plan) {
  if (!is_among(plan, "plan.dp")) plan.push_back({"plan.dp", ReadOrigin::follows, {}, {}});
  const auto rank = [](const ReadField& read) {
    return std::find(std::begin(plan_first), std::end(plan_first), read.path) - std::begin(plan_first);
  };
  std::stable_sort(plan.begin(), plan.end(), [&](const ReadField& a, const ReadField& b) { return rank(a) < rank(b); });
}

/// GPUs, which, and their network where it is used, said or assumed.
std::vector<ReadField> machine_fields(const LaunchReading& reading, const LitScript& lit) {
  std::vector<ReadField> all;
  for (const std::string_view path :
       {std::string_view("cluster.gpus"), std::string_view("cluster.gpus_per_node"), whole_gpu}) {
    ReadField read = field_read(lit, std::string(path));
    const bool assumed = std::find(reading.assumed.begin(), reading.assumed.end(), path) != reading.assumed.end();
    if (assumed || (read.spans.empty() && read.path == whole_gpu)) read.origin = ReadOrigin::assumed;
    if (read.origin == ReadOrigin::assumed || !read.spans.empty()) all.push_back(std::move(read));
  }
  const bool crosses =
      reading.said && reading.said->scenario.cluster.gpus > reading.said->scenario.cluster.scale_up_domain;
  if (crosses) all.push_back({"cluster.scale_out_bandwidth", ReadOrigin::assumed, {}, {}});  // no launch says it
  if (!is_among(all, "cluster.gpus")) all.insert(all.begin(), {"cluster.gpus", ReadOrigin::follows, {}, {}});
  return all;
}

bool knows_field(const LaunchFramework& framework, std::string_view path) {
  for (const FlagSpec& spec : framework.flags)
    if (spec.key.starts_with(path)) return true;
  return std::any_of(framework.defaults.begin(), framework.defaults.end(),
                     [&](const Assignment& each) { return each.first.starts_with(path); });
}

/// Of a launch that is refused: what isn't known is said to be open, and a default that isn't known isn't listed.
void open_unknown(WhatWasRead& all, const LaunchReading& reading) {
  const auto known = [&](const ReadField& read) { return reading.so_far.contains(read.path); };
  const auto asks_for = [&](const std::string& path) {
    for (const AskedValue& asked : reading.asked)
      if (std::find(asked.fields.begin(), asked.fields.end(), path) != asked.fields.end()) return asked.name;
    return std::string();
  };
  for (std::vector<ReadField>* group : {&all.model, &all.plan, &all.machine})
    for (ReadField& read : *group)
      if (!known(read) && read.origin != ReadOrigin::assumed)
        read.origin = ReadOrigin::open, read.asks = asks_for(read.path);
  std::erase_if(all.unsaid, [&](const ReadField& read) { return reading.branches_open || !known(read); });
}

}  // namespace

WhatWasRead what_was_read(const LaunchReading& reading, const LitScript& lit, const LaunchFramework& framework) {
  WhatWasRead all{said_fields(lit, {"model."}, reading.assumed),
                  said_fields(lit, {"plan.", "run."}, reading.assumed),
                  machine_fields(reading, lit),
                  {},
                  {}};
  if (all.model.empty())
    all.model.push_back({std::string(whole_model), ReadOrigin::assumed, {}, {}});  // the one that was open
  order_degrees(all.plan);
  for (const Field* field : weighty_fields())
    if (field->weight.asked_first && !is_among(all.plan, field->path) && knows_field(framework, field->path))
      all.unsaid.push_back({std::string(field->path), ReadOrigin::fallback, {}, {}});
  for (std::size_t i = 0; i < lit.spans.size(); ++i)
    if (lit.spans[i].part == LitPart::none && lit.spans[i].is_flag) all.without_effect.push_back(i);
  if (!reading.said) open_unknown(all, reading);
  return all;
}

}  // namespace shardscope
