"""Accelerators: dense peaks, memory and links, each with its source."""

from collections.abc import Mapping

from lessons.constants.accelerator import Accelerator, Link, Reported
from lessons.constants.source import Source

GIB = 2**30

ML_ENGINEERING = Source(
    "Stas Bekman, Machine Learning Engineering: accelerators",
    "https://github.com/stas00/ml-engineering/blob/master/compute/accelerator/README.md",
    "tables of dense peaks and of memory with their notes, and how to "
    "calculate theoretical TFLOPS; state of August 2026",
)
ML_NETWORKS = Source(
    "Stas Bekman, Machine Learning Engineering: networks",
    "https://github.com/stas00/ml-engineering/blob/master/network/README.md",
    "tables of all-to-all, peer-to-peer and PCIe bandwidth, one direction; "
    "state of August 2026",
)
A100_SHEET = Source(
    "Glenn Lockwood's notes on the A100",
    "https://glennklockwood.com/garden/processors/A100",
    "from NVIDIA's A100 data sheet and Ampere white paper",
)
H100_SHEET = Source(
    "Glenn Lockwood's notes on the H100",
    "https://glennklockwood.com/garden/processors/h100",
    "matrix column, which is dense; memory",
)
BLACKWELL_SHEET = Source(
    "NVIDIA's Blackwell data sheet, as quoted by zdszero",
    "https://zdszero.github.io/Computer/Artificial_Intelligence/Hardware.html",
    "per-GPU rows of HGX B200 and GB200 NVL72; tensor peaks are printed with "
    "sparsity and halved here, which Lockwood's notes on the B200 confirm",
)
MI300X_SHEET = Source(
    "AMD Instinct MI300X specifications, as quoted",
    "https://www.amd.com/en/products/accelerators/instinct/mi300/mi300x.html",
    "peaks without sparsity, unrounded; Bekman derives 1,307.4 from clock "
    "and cores, his table rounds to 1,300 and 2,610",
)
L4_SHEET = Source(
    "NVIDIA's L4 data sheet, as compared by Source Code",
    "https://store.sourcecode.com/en-us/bg-bucket-compare/125/9820",
    "L4: 120 and 485 are printed with sparsity and halved here; 242, also "
    "with sparsity, and fp32 as the sheet is quoted elsewhere",
)
L40S_SHEET = Source(
    "NVIDIA's L40S data sheet, as compared by Source Code",
    "https://store.sourcecode.com/en-us/bg-bucket-compare/125/9820",
    "L40S: memory and bandwidth",
)
ADA_PAPER = Source(
    "NVIDIA's Ada figures for the RTX 4090, as tabulated by HMC",
    "https://hmc-tech.com/gpus/nvidia-geforce-rtx-4090-vs-nvidia-rtx-pro-5000-blackwell",
    "rows with 32-bit accumulation; bandwidth to four digits from the Ada "
    "white paper 2.1, appendix A, as quoted",
)
BLACKWELL_RTX_PAPER = Source(
    "NVIDIA RTX Blackwell GPU Architecture, 1.1",
    "https://images.nvidia.com/aem-dam/Solutions/geforce/blackwell/nvidia-rtx-blackwell-gpu-architecture.pdf",
    "Table 3, rows with 32-bit accumulation, as quoted in public benchmarks",
)
TPU_V5E_PAGE = Source(
    "Google Cloud: TPU v5e",
    "https://docs.cloud.google.com/tpu/docs/v5e",
    "key specifications; int8 from the fuller table of the same page",
)
TPU_V5P_PAGE = Source(
    "Google Cloud: TPU v5p",
    "https://docs.cloud.google.com/tpu/docs/v5p",
    "key specifications; int8 from Bekman's table of dense peaks",
)
TPU_V6E_PAGE = Source(
    "Google Cloud: TPU v6e",
    "https://docs.cloud.google.com/tpu/docs/v6e",
    "key specifications; fp8 from the comparison on the page of TPU7x",
)
TPU7X_PAGE = Source(
    "Google Cloud: TPU7x (Ironwood)",
    "https://docs.cloud.google.com/tpu/docs/tpu7x",
    "key specifications",
)
DRIVER_TOTALS = Source(
    "Modal: NVIDIA quotes GB on their GPUs, not GiB",
    "https://github.com/modal-labs/modal-client/pull/2797",
    "description: totals that nvidia-smi reports, in MiB",
)
TRAINIUM2_PAGE = Source(
    "AWS Neuron: Trainium2 architecture",
    "https://awsdocs-neuron.readthedocs-hosted.com/en/latest/about-neuron/arch/neuron-hardware/trainium2.html",
    "chip components; memory as in the NKI guide to Trainium2",
)


def _tera(**peaks: float) -> Mapping[str, float]:
    """Peaks given in TFLOP/s, as data sheets print them."""
    return {name: value * 1e12 for name, value in peaks.items()}


def _reported(mebibytes: float) -> Reported:
    """A total in MiB, as nvidia-smi prints it."""
    return Reported(mebibytes * 2**20, DRIVER_TOTALS)


NVLINK_3 = Link("NVLink 3", 300e9, ML_NETWORKS, 300e9)
NVLINK_4 = Link("NVLink 4", 450e9, ML_NETWORKS, 450e9)
NVLINK_5 = Link("NVLink 5", 900e9, ML_NETWORKS, 900e9)
PCIE_4 = Link("PCIe 4 ×16", 31e9, ML_NETWORKS, 31e9)
PCIE_5 = Link("PCIe 5 ×16", 63e9, ML_NETWORKS, 63e9)

AMPERE = _tera(fp32=19.5, tf32=156, bf16=312, fp16=312, int8=624)
HOPPER = _tera(
    fp32=66.9, tf32=494.7, bf16=989.4, fp16=989.4, fp8=1978.9, int8=1978.9
)

A100_SXM_40GB = Accelerator(
    name="A100 SXM 40 GB",
    dense_flops_per_s=AMPERE,
    peak_source=A100_SHEET,
    memory_bytes=40e9,
    bandwidth_bytes_per_s=1.555e12,
    memory_source=A100_SHEET,
    reported=_reported(40_960),
    link=NVLINK_3,
)

A100_SXM_80GB = Accelerator(
    name="A100 SXM 80 GB",
    dense_flops_per_s=AMPERE,
    peak_source=A100_SHEET,
    memory_bytes=80e9,
    bandwidth_bytes_per_s=2.039e12,
    memory_source=A100_SHEET,
    reported=_reported(81_920),
    link=NVLINK_3,
)

H100_SXM = Accelerator(
    name="H100 SXM",
    dense_flops_per_s=HOPPER,
    peak_source=H100_SHEET,
    memory_bytes=80e9,
    bandwidth_bytes_per_s=3.35e12,
    memory_source=H100_SHEET,
    reported=_reported(81_559),
    link=NVLINK_4,
)

H100_PCIE = Accelerator(
    name="H100 PCIe",
    dense_flops_per_s=_tera(
        fp32=51, tf32=378, bf16=756, fp16=756, fp8=1513, int8=1513
    ),
    peak_source=ML_ENGINEERING,
    memory_bytes=80e9,
    bandwidth_bytes_per_s=2.0e12,
    memory_source=ML_ENGINEERING,
    link=PCIE_5,
)

H200_SXM = Accelerator(
    name="H200 SXM",
    dense_flops_per_s=HOPPER,
    peak_source=H100_SHEET,
    memory_bytes=141e9,
    bandwidth_bytes_per_s=4.8e12,
    memory_source=ML_ENGINEERING,
    link=NVLINK_4,
)

B200_HGX = Accelerator(
    name="B200 (HGX)",
    dense_flops_per_s=_tera(
        fp32=75,
        tf32=1100,
        bf16=2250,
        fp16=2250,
        fp8=4500,
        int8=4500,
        fp4=9000,
    ),
    peak_source=BLACKWELL_SHEET,
    memory_bytes=180e9,
    bandwidth_bytes_per_s=7.7e12,
    memory_source=BLACKWELL_SHEET,
    link=NVLINK_5,
)

GB200 = Accelerator(
    name="GB200, one GPU",
    dense_flops_per_s=_tera(
        fp32=80,
        tf32=1250,
        bf16=2500,
        fp16=2500,
        fp8=5000,
        int8=5000,
        fp4=10000,
    ),
    peak_source=BLACKWELL_SHEET,
    memory_bytes=186e9,
    bandwidth_bytes_per_s=8.0e12,
    memory_source=BLACKWELL_SHEET,
    link=NVLINK_5,
)

MI300X = Accelerator(
    name="MI300X",
    dense_flops_per_s=_tera(
        fp32=163.4,
        tf32=653.7,
        bf16=1307.4,
        fp16=1307.4,
        fp8=2614.9,
        int8=2614.9,
    ),
    peak_source=MI300X_SHEET,
    memory_bytes=192e9,
    bandwidth_bytes_per_s=5.3e12,
    memory_source=ML_ENGINEERING,
    link=Link("xGMI", 448e9, ML_NETWORKS, 64e9),
)

MI355X = Accelerator(
    name="MI355X",
    dense_flops_per_s=_tera(
        fp32=157.3, bf16=2500, fp16=2500, fp8=5000, int8=5000, fp4=10100
    ),
    peak_source=ML_ENGINEERING,
    memory_bytes=288e9,
    bandwidth_bytes_per_s=8.0e12,
    memory_source=ML_ENGINEERING,
    link=Link("xGMI", 535.5e9, ML_NETWORKS, 76.5e9),
)

L4 = Accelerator(
    name="L4",
    dense_flops_per_s=_tera(
        fp32=30.3, tf32=60, bf16=121, fp16=121, fp8=242.5, int8=242.5
    ),
    peak_source=L4_SHEET,
    memory_bytes=24e9,
    bandwidth_bytes_per_s=300e9,
    memory_source=L4_SHEET,
    reported=_reported(23_034),
    link=PCIE_4,
)

L40S = Accelerator(
    name="L40S",
    dense_flops_per_s=_tera(
        fp32=91.6, tf32=183, bf16=362, fp16=362, fp8=733, int8=733
    ),
    peak_source=ML_ENGINEERING,
    memory_bytes=48e9,
    bandwidth_bytes_per_s=864e9,
    memory_source=L40S_SHEET,
    reported=_reported(46_068),
    link=PCIE_4,
)

RTX_4090 = Accelerator(
    name="RTX 4090",
    dense_flops_per_s=_tera(
        fp32=82.6, tf32=82.6, bf16=165.2, fp16=165.2, fp8=330.3, int8=660.6
    ),
    peak_source=ADA_PAPER,
    memory_bytes=24e9,
    bandwidth_bytes_per_s=1.008e12,
    memory_source=ADA_PAPER,
    link=PCIE_4,
)

RTX_5090 = Accelerator(
    name="RTX 5090",
    dense_flops_per_s=_tera(
        fp32=104.8, bf16=209.5, fp16=209.5, fp8=419, int8=838, fp4=1676
    ),
    peak_source=BLACKWELL_RTX_PAPER,
    memory_bytes=32e9,
    bandwidth_bytes_per_s=1.792e12,
    memory_source=BLACKWELL_RTX_PAPER,
    link=PCIE_5,
)

TPU_V5E = Accelerator(
    name="TPU v5e",
    dense_flops_per_s=_tera(bf16=197, int8=393),
    peak_source=TPU_V5E_PAGE,
    memory_bytes=16e9,
    bandwidth_bytes_per_s=819e9,
    memory_source=TPU_V5E_PAGE,
    link=Link("ICI", 200e9, TPU_V5E_PAGE),
)

TPU_V5P = Accelerator(
    name="TPU v5p",
    dense_flops_per_s=_tera(bf16=459, fp8=459, int8=918),
    peak_source=TPU_V5P_PAGE,
    memory_bytes=95 * GIB,
    bandwidth_bytes_per_s=2765e9,
    memory_source=TPU_V5P_PAGE,
    link=Link("ICI", 600e9, TPU_V5P_PAGE),
)

TPU_V6E = Accelerator(
    name="TPU v6e",
    dense_flops_per_s=_tera(bf16=918, fp8=918, int8=1836),
    peak_source=TPU_V6E_PAGE,
    memory_bytes=32e9,
    bandwidth_bytes_per_s=1638e9,
    memory_source=TPU_V6E_PAGE,
    link=Link("ICI", 400e9, TPU_V6E_PAGE),
)

TPU7X = Accelerator(
    name="TPU7x Ironwood",
    dense_flops_per_s=_tera(bf16=2307, fp8=4614),
    peak_source=TPU7X_PAGE,
    memory_bytes=192 * GIB,
    bandwidth_bytes_per_s=7.38e12,
    memory_source=TPU7X_PAGE,
    link=Link("ICI", 600e9, ML_NETWORKS, 100e9),
)

TRAINIUM2 = Accelerator(
    name="Trainium2",
    dense_flops_per_s=_tera(fp32=181, tf32=667, bf16=667, fp16=667, fp8=1299),
    peak_source=TRAINIUM2_PAGE,
    memory_bytes=96 * GIB,
    bandwidth_bytes_per_s=2.9e12,
    memory_source=TRAINIUM2_PAGE,
)

ACCELERATORS = (
    A100_SXM_40GB,
    A100_SXM_80GB,
    H100_SXM,
    H100_PCIE,
    H200_SXM,
    B200_HGX,
    GB200,
    MI300X,
    MI355X,
    L4,
    L40S,
    RTX_4090,
    RTX_5090,
    TPU_V5E,
    TPU_V5P,
    TPU_V6E,
    TPU7X,
    TRAINIUM2,
)
