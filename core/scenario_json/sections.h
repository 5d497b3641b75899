// How parse.cpp reads the sections of a scenario's JSON, each in its file.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/fields/reader.h"

namespace shardscope {

void read_model(Reader& reader, const nlohmann::json& value, Scenario& scenario);
void read_cluster(Reader& reader, const nlohmann::json& value, Scenario& scenario, bool gpus_required);
void read_gpu(Reader& reader, const nlohmann::json& value, Scenario& scenario);

}  // namespace shardscope
