"""Packs texts with the standard library alone: gzip, bzip2 and xz by their modules; zstd and lz4 as blocks stored raw."""
import bz2
import gzip
import lzma
import struct


def _rotated(x, bits):
    return (x << bits | x >> (32 - bits)) & 0xFFFFFFFF


def xxh32(data):
    """XXH32 with seed 0, as lz4 frames want it of their header (one byte) and their text."""
    p1, p2, p3, p4, p5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393
    mask, at = 0xFFFFFFFF, 0
    if len(data) >= 16:
        lanes = [p1 + p2 & mask, p2, 0, -p1 & mask]
        while at + 16 <= len(data):
            for k, word in enumerate(struct.unpack_from("<4I", data, at)):
                lanes[k] = _rotated(lanes[k] + word * p2 & mask, 13) * p1 & mask
            at += 16
        h = sum(_rotated(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18)))
    else:
        h = p5
    h = h + len(data) & mask
    while at + 4 <= len(data):
        h = _rotated(h + struct.unpack_from("<I", data, at)[0] * p3 & mask, 17) * p4 & mask
        at += 4
    for byte in data[at:]:
        h = _rotated(h + byte * p5 & mask, 11) * p1 & mask
    h = (h ^ h >> 15) * p2 & mask
    h = (h ^ h >> 13) * p3 & mask
    return h ^ h >> 16


def lz4(data):
    header = bytes([0x64, 0x40])  # version 1, blocks apart, checksum of the text; blocks of at most 64 KiB
    out = b"\x04\x22\x4d\x18" + header + bytes([xxh32(header) >> 8 & 255])
    for at in range(0, len(data), 1 << 16):
        block = data[at:at + (1 << 16)]
        out += struct.pack("<I", len(block) | 1 << 31) + block
    return out + struct.pack("<II", 0, xxh32(data))


RAW, RUN = 0, 1  # block types of zstd


def zstd_blocks(blocks):
    """A zstd frame of (type, size, bytes): RAW bytes as they are, or RUN: one byte, `size` times (at most 2^17)."""
    out = b"\x28\xb5\x2f\xfd\x00\x38"  # no checksum, no size, a window of 2^17
    for k, (kind, size, data) in enumerate(blocks):
        out += struct.pack("<I", size << 3 | kind << 1 | (k + 1 == len(blocks)))[:3] + data
    return out


def zstd_run(byte, count, before=b"", behind=b"\n"):
    """`before`, the byte `count` times (a multiple of 2^17), `behind`: four bytes for each 128 KiB."""
    block = 1 << 17
    return zstd_blocks([(RAW, len(before), before)] + [(RUN, block, byte)] * (count // block) + [(RAW, len(behind), behind)])


def zstd(data):
    block = 1 << 17
    return zstd_blocks([(RAW, len(part), part) for part in (data[at:at + block] for at in range(0, len(data), block))])


PACKERS = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstd,
    "lz4": lz4,
}
