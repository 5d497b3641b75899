// What kernels are for, by names that real traces have: those of cuBLAS, CUTLASS, FlashAttention and PyTorch from
// public traces of facebookresearch/HolisticTraceAnalysis and AMD-AGI/TraceLens, NCCL's, DeepEP's and Transformer
// Engine's from their sources.
#include "core/profiler_trace/kernel_kinds.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("kernels are told apart by the words that their libraries put into their names") {
  struct Case {
    const char* name;
    KernelKind kind;
  };
  const Case cases[] = {
      {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel",
       KernelKind::products},
      {"nvjet_tst_64x64_64x16_2x1_2cta_v_bz_bias_TNT", KernelKind::products},
      {"void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2>(Params)",
       KernelKind::products},
      {"void cublasLt::splitKreduce_kernel<32, 16, int, float>(cublasSplitKParams<float>)", KernelKind::products},
      {"Cijk_Alik_Bljk_B_BS_BH_Bias_HA_S_SAV_UserArgs_MT256x128x64_MI16x16x1", KernelKind::products},
      {"void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, cutlass::bfloat16_t>>(Flash_fwd_params)",
       KernelKind::attention},
      {"cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16_knob_31", KernelKind::attention},
      {"fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausalP16VarSeqQ128Kv128PersistentContext", KernelKind::attention},
      {"attn_fwd", KernelKind::attention},
      {"void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float>, float>(int)", KernelKind::optimizer},
      {"ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", KernelKind::communication},
      {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)", KernelKind::communication},
      {"void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(c10::BFloat16*)",
       KernelKind::communication},
      {"void deep_ep::intranode::dispatch<8, 768, 8192>(int4*, float*)", KernelKind::communication},
      {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)",
       KernelKind::others},
      {"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int, float)",
       KernelKind::others},
      {"triton_poi_fused_mul_silu_3", KernelKind::others},
      {"", KernelKind::others},
  };
  for (const auto& [name, kind] : cases) {
    CAPTURE(name);
    CHECK(kernel_kind(name) == kind);
  }
}

TEST_CASE("copies that leave the GPU are told from those that don't, and from memory that is set") {
  CHECK(kernel_kind("Memcpy HtoD (Pinned -> Device)", WorkCategory::copy) == KernelKind::host_copies);
  CHECK(kernel_kind("Memcpy PtoP (Device -> Device)", WorkCategory::copy) == KernelKind::host_copies);
  CHECK(kernel_kind("Memcpy DtoD (Device -> Device)", WorkCategory::copy) == KernelKind::others);
  CHECK(kernel_kind("Memset (Device)", WorkCategory::set) == KernelKind::others);
}

TEST_CASE("a collective's kernel says what it does, RCCL's generic one doesn't") {
  CHECK(collective_in("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)") == "all-gather");
  CHECK(collective_in("ncclDevKernel_ReduceScatter_Sum_f32_RING_LL") == "reduce-scatter");
  CHECK(collective_in("ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)") == "all-reduce");
  CHECK(collective_in("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)") == "send and receive");
  CHECK(collective_in("ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)").empty());
}
