"""Writes trained weights as the file that the shop runs, and checks the file against what was trained.

    /usr/bin/python3 ai/export.py OUT/garments.pt ai/weights
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F

from network import EMBEDDING, SIDE, Edges, Reader, mirrored


class Shop(nn.Module):
    """From bytes to what a search compares; the picture and its mirror image are one."""

    def __init__(self, reader):
        super().__init__()
        self.edges, self.reader = Edges(), reader

    def forward(self, pixels):
        maps = self.edges(pixels)
        (seen, one), (turned, other) = self.reader(maps), self.reader(mirrored(maps))
        return F.normalize(seen + turned), F.softmax((one + other) / 2, 1)


def main():
    options = parse()
    trained = torch.load(options.trained)
    reader = Reader(len(trained["classes"]))
    reader.load_state_dict(trained["weights"])
    shop = Shop(reader).eval()
    # Stated by a rule, so that a test on the other side can make the same picture.
    sample = drawn()
    file = options.folder / "garments.onnx"
    options.folder.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        shop,
        sample,
        str(file),
        input_names=["pixels"],
        output_names=["vector", "likely"],
        dynamic_axes={name: {0: "pictures"} for name in ("pixels", "vector", "likely")},
        opset_version=13,
    )
    halve(file)
    with torch.no_grad():
        vector, likely = shop(sample)
    card = {
        "version": hashlib.sha256(file.read_bytes()).hexdigest()[:12],
        "classes": trained["classes"],
        "dimensions": EMBEDDING,
        "training": trained["options"],
        "left_out": trained["left_out"],
        "sample": {"vector": rounded(vector), "likely": rounded(likely)},
    }
    (options.folder / "garments.json").write_text(json.dumps(card, indent=1) + "\n")
    print(file, file.stat().st_size, "bytes, version", card["version"])


def drawn():
    """A picture by a rule: pixel (x, y) of channel c is (x·(3+c) + y·(5−c) + (x·y >> 4)) mod 256."""
    y, x = np.mgrid[:SIDE, :SIDE]
    return torch.from_numpy(np.stack([(x * (3 + c) + y * (5 - c) + (x * y >> 4)) % 256 for c in range(3)])[None].astype(np.float32))


def rounded(values):
    return [round(value, 5) for value in values[0].tolist()]


def halve(file):
    """Keeps the large weights as 16-bit numbers, turned back into 32-bit ones as the file is loaded."""
    model = onnx.load(str(file))
    casts = []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < 1024:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), name + ".half"))
        casts.append(onnx.helper.make_node("Cast", [name + ".half"], [name], to=onnx.TensorProto.FLOAT))
    nodes = casts + list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("trained")
    parser.add_argument("folder", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
