"""Trains the network from nothing, on one or two cores.

    python3 ai/train.py --data DATA --out OUT/garments.pt            the committed weights
    python3 ai/train.py --data DATA --out OUT/fold0.pt --fold 0      one of three honest folds

A fold leaves out of training every photo of a third of the contributors of `images/`; what it says of them it says of strangers.
"""

import argparse
import copy
import math
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

import augment
import data
from network import Edges, Reader, mirrored

FOLDS = 3
SMOOTHING = 0.1
BATCH = 64


def main():
    options = parse()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    photos = data.load(options.data, "train-images", options.cache)
    masks = data.masks(photos, "train-images", options.cache)
    shown = data.load(options.data, "images", options.cache)
    kept = np.ones(len(photos.labels), bool)
    strangers = None
    if options.fold is not None:
        out = data.folds(shown, FOLDS, seed=1)[options.fold]
        kept = ~np.isin(photos.contributors, list(out))
        strangers = shown.where(np.isin(shown.contributors, list(out)))
    photos, masks = photos.where(kept), torch.from_numpy(masks[kept])
    print(f"{len(photos.labels)} photos to learn from, {0 if strangers is None else len(strangers.labels)} of strangers", flush=True)
    learn(photos, masks, strangers, options)


def learn(photos, masks, strangers, options):
    left_out = [] if strangers is None else sorted(set(strangers.contributors.tolist()))
    maps, labels = edges_of(photos), torch.from_numpy(photos.labels)
    masks = F.avg_pool2d(masks[:, None].float().div(255), 4)[:, 0]
    shown = None if strangers is None else edges_of(strangers)
    targets = F.one_hot(labels, len(data.CLASSES)).float() * (1 - SMOOTHING) + SMOOTHING / len(data.CLASSES)
    # A rare class is seen more often than it occurs, though not as often as a common one.
    weights = torch.bincount(labels, minlength=len(data.CLASSES)).clamp(min=1).float().pow(-0.5)[labels]
    network = Reader(len(data.CLASSES)).to(memory_format=torch.channels_last)
    mean = copy.deepcopy(network).eval()
    optimizer = torch.optim.AdamW(grouped(network, options.decay), lr=options.rate)
    steps_each = len(labels) // BATCH
    steps, step, began = steps_each * options.epochs, 0, time.time()
    for epoch in range(options.epochs):
        network.train()
        total = 0.0
        for _ in range(steps_each):
            for group in optimizer.param_groups:
                group["lr"] = options.rate * min(1, step / steps_each) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
            picked = torch.multinomial(weights, BATCH, replacement=True)
            x, wanted = augment.mixed(augment.varied(maps[picked], masks[picked]), targets[picked], 0.3)
            with torch.autocast("cpu", torch.bfloat16):
                _, logits = network(x.contiguous(memory_format=torch.channels_last))
            loss = -(wanted * F.log_softmax(logits.float(), 1)).sum(1).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            step += 1
            total += loss.item()
            follow(mean, network, min(0.99, step / (step + 40)))
        line = f"{epoch + 1}/{options.epochs}: loss {total / steps_each:.3f}, {step * BATCH / (time.time() - began):.0f} photos/s"
        if shown is not None and (epoch % 5 == 4 or epoch + 1 == options.epochs):
            line += judged(mean, shown, strangers)
        print(line, flush=True)
        kept = {"weights": mean.state_dict(), "classes": data.CLASSES, "left_out": left_out, "options": recipe(options)}
        torch.save(kept, options.out)


@torch.no_grad()
def edges_of(photos):
    edges = Edges()
    return torch.cat([edges(pixels.permute(0, 3, 1, 2).float()) for pixels in torch.from_numpy(photos.pixels).split(64)])


def recipe(options):
    """What decides the weights; not where files are."""
    return {name: getattr(options, name) for name in ("fold", "epochs", "seed", "rate", "decay")}


def grouped(network, decay):
    """Only the weights of convolutions and proxies are pulled towards zero."""
    heavy = [p for p in network.parameters() if p.ndim > 1]
    light = [p for p in network.parameters() if p.ndim <= 1]
    return [{"params": heavy, "weight_decay": decay}, {"params": light, "weight_decay": 0.0}]


@torch.no_grad()
def follow(mean, network, slowness):
    """Moves the mean of the weights a step towards those of now."""
    for old, new in zip(mean.state_dict().values(), network.state_dict().values()):
        if old.is_floating_point():
            old.lerp_(new, 1 - slowness)
        else:
            old.copy_(new)


@torch.no_grad()
def judged(network, maps, photos):
    """How well strangers' photos are named, and how many of the six nearest of other strangers show the same kind."""
    vectors, logits = described(network, maps)
    known = torch.from_numpy(np.isin(np.arange(len(data.CLASSES)), photos.labels))
    right = (logits.masked_fill(~known, -1e9).argmax(1).numpy() == photos.labels).mean()
    likely = F.softmax(logits, 1)
    return f", named {right:.3f}, p@6 by vector {precision(vectors @ vectors.T, photos):.3f}, by class {precision(likely @ likely.T, photos):.3f}"


@torch.no_grad()
def described(network, maps):
    pairs = [(network(part), network(mirrored(part))) for part in maps.split(64)]
    return (
        F.normalize(torch.cat([seen[0] + other[0] for seen, other in pairs])),
        torch.cat([(seen[1] + other[1]) / 2 for seen, other in pairs]),
    )


def precision(likeness, photos, best=6):
    likeness = likeness.numpy().copy()
    likeness[photos.contributors[:, None] == photos.contributors] = -np.inf
    nearest = np.argsort(-likeness, 1)[:, :best]
    return (photos.labels[nearest] == photos.labels[:, None]).mean()


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--cache", default=str(Path(tempfile.gettempdir()) / "may-cache"))
    parser.add_argument("--fold", type=int)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.0015)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
