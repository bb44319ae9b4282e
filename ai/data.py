"""The photographs that the network learns from: their labels, their contributors, and small copies of them in memory.

The folder is the one that holds `images/` and `train-images/`, each with a manifest.csv. Photos are stretched to a square
of CACHED pixels; the network never sees their proportions, but neither does it lose a sleeve to a crop.
"""

import csv
import os
import random
from collections import Counter
from pathlib import Path

import numpy as np
from PIL import Image

CACHED = 128
# What a photo can show. The order is the network's: class i is its i-th output.
CLASSES = [
    "Blazer", "Blouse", "Body", "Dress", "Hat", "Hoodie", "Longsleeve", "Outwear", "Pants",
    "Polo", "Shirt", "Shoes", "Shorts", "Skirt", "T-Shirt", "Top", "Undershirt",
]


class Photos:
    """Photos as numbers: `pixels` n × 128 × 128 × 3 bytes, `labels` and `contributors` beside them."""

    def __init__(self, rows, pixels):
        self.rows = rows
        self.pixels = pixels
        self.labels = np.array([CLASSES.index(row["class"]) for row in rows])
        self.contributors = np.array([int(row["contributor_group"]) for row in rows])

    def where(self, mask):
        """The photos for which the mask, an array of n booleans, is true."""
        return Photos([row for row, keep in zip(self.rows, mask) if keep], self.pixels[mask])


def load(data, part, cache):
    """The photos of a part, 'images' or 'train-images'. Decoded once, then kept as a file in the folder `cache`."""
    folder = Path(data) / part
    with open(folder / "manifest.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    kept = Path(cache) / f"{part}-{CACHED}.npy"
    if not kept.exists():
        os.makedirs(cache, exist_ok=True)
        np.save(kept, np.stack([small(folder / row["file"]) for row in rows]))
    return Photos(rows, np.load(kept))


def small(file):
    with Image.open(file) as picture:
        return np.asarray(picture.convert("RGB").resize((CACHED, CACHED), Image.LANCZOS))


def folds(photos, count, seed):
    """Deals the contributors of photos into `count` sets of about as many photos each. Whoever sends many is dealt first."""
    sizes = Counter(photos.contributors.tolist())
    order = sorted(sizes)
    random.Random(seed).shuffle(order)
    order.sort(key=lambda contributor: -sizes[contributor])
    dealt = [set() for _ in range(count)]
    for contributor in order:
        min(dealt, key=lambda fold: sum(sizes[one] for one in fold)).add(contributor)
    return dealt


def masks(photos, part, cache):
    """Where each photo's garment is, n × 128 × 128 bytes; all zero where its background is too busy to tell."""
    kept = Path(cache) / f"{part}-masks.npy"
    if not kept.exists():
        np.save(kept, np.stack([garment(pixels) for pixels in photos.pixels]))
    return np.load(kept)


def garment(pixels, edge=5, tries=6):
    """Tells a garment from what the photo's border shows: up to three colours, found by k-means among the border's pixels."""
    # Half the size is enough, and smooth.
    small = pixels.reshape(64, 2, 64, 2, 3).mean((1, 3))
    # Light and shade tell less than colour does.
    light = small.mean(2, keepdims=True)
    seen = np.concatenate([light * 0.7, (small - light) * 1.6], 2)
    rim = np.concatenate([seen[:edge].reshape(-1, 4), seen[:, :edge].reshape(-1, 4), seen[:, -edge:].reshape(-1, 4)])
    centres = rim[np.linspace(0, len(rim) - 1, 3).astype(int)]
    for _ in range(tries):
        nearest = ((rim[:, None] - centres) ** 2).sum(2).argmin(1)
        centres = np.stack([rim[nearest == i].mean(0) if (nearest == i).any() else centres[i] for i in range(3)])
    away = np.sqrt(((seen[:, :, None] - centres) ** 2).sum(3)).min(2)
    own = np.sqrt(((rim[:, None] - centres) ** 2).sum(2)).min(1)
    limit = max(14.0, np.quantile(own, 0.9) * 1.3)
    mask = away > limit
    # A pixel is what most of its neighbours are.
    for _ in range(2):
        wide = np.pad(mask.astype(int), 2, mode="edge")
        mask = sum(wide[i : i + 64, j : j + 64] for i in range(5) for j in range(5)) > 12
    share, middle, border = mask.mean(), mask[20:44, 22:42].mean(), np.concatenate([mask[:3].ravel(), mask[:, :3].ravel(), mask[:, -3:].ravel()]).mean()
    if not (0.12 < share < 0.75 and middle > 0.6 and border < 0.15):
        return np.zeros((CACHED, CACHED), np.uint8)
    return (mask.repeat(2, 0).repeat(2, 1) * 255).astype(np.uint8)
