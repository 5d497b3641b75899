#include "core/traffic/pass_cost.h"

namespace shardscope {

PassCost& PassCost::operator+=(const PassCost& other) {
  kernels += other.kernels, tp += other.tp, cp += other.cp, ep += other.ep, gather += other.gather;
  return *this;
}

PassCost operator*(double times, PassCost cost) {
  return {cost.kernels * times, cost.tp * times, cost.cp * times, cost.ep * times, cost.gather * times};
}

CommunicationCost& CommunicationCost::operator+=(const CommunicationCost& other) {
  tp += other.tp, cp += other.cp, ep += other.ep, gather += other.gather;
  gather_once += other.gather_once, gather_once_sent += other.gather_once_sent, expert_rows += other.expert_rows;
  expert_rows_sent += other.expert_rows_sent;
  tp_sent += other.tp_sent, cp_sent += other.cp_sent, ep_sent += other.ep_sent, gather_sent += other.gather_sent;
  return *this;
}

CommunicationCost operator*(double times, CommunicationCost cost) {
  for (Seconds* time : {&cost.tp, &cost.cp, &cost.ep, &cost.gather, &cost.gather_once, &cost.expert_rows})
    *time = *time * times;
  cost.gather_once_sent = cost.gather_once_sent * times;
  for (Carried* sent : {&cost.tp_sent, &cost.cp_sent, &cost.ep_sent, &cost.gather_sent, &cost.expert_rows_sent})
    *sent = times * *sent;
  return cost;
}

StageCost& StageCost::operator+=(const StageCost& other) {
  forward += other.forward, recompute += other.recompute;
  backward_input += other.backward_input, backward_weight += other.backward_weight;
  model_flops += other.model_flops, recompute_flops += other.recompute_flops;
  forward_flops += other.forward_flops, weight_flops += other.weight_flops;
  communication += other.communication;
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] += other.parts[i];
  return *this;
}

StageCost operator*(double times, StageCost cost) {
  for (Seconds& part : cost.parts) part = part * times;
  return {times * cost.forward,        times * cost.recompute,
          times * cost.backward_input, times * cost.backward_weight,
          cost.model_flops * times,    cost.recompute_flops * times,
          cost.forward_flops * times,  cost.weight_flops * times,
          times * cost.communication,  cost.parts};
}

PassCost StageCost::all_passes() const {
  PassCost sum = forward;
  sum += recompute, sum += backward_input, sum += backward_weight;
  return sum;
}

StageTimes StageCost::times() const {
  return {forward.total(), recompute.total(), backward_input.total(), backward_weight.total()};
}

}  // namespace shardscope
