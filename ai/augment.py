"""What is done to edges while the network learns, so that it learns the garment and not the photograph.

All of it works on a whole batch of edges at once, n × 9 × 32 × 32. Colour and light need no part in it: edges have none.
"""

import math

import torch
from torch.nn import functional as F

from network import mirrored


def varied(maps, masks):
    """Another background, cut and angle for each, some mirrored, some partly hidden."""
    x = cut_and_turn(other_background(maps, masks))
    flip = torch.rand(len(x)) < 0.5
    x = torch.where(flip[:, None, None, None], mirrored(x), x)
    x = x * torch.empty(len(x), 1, 1, 1).uniform_(0.8, 1.2)
    return hide(x)


def other_background(maps, masks):
    """Takes the ground of a quarter of the garments away, and lays another quarter on that of another photo. A mask of zeros is of a photo without a known garment."""
    n = len(maps)
    draw = torch.rand(n)[:, None, None, None]
    known = (masks.flatten(1).amax(1) > 0)[:, None, None, None]
    masks = torch.where(known, masks[:, None], torch.ones_like(masks[:, None]))
    bare = maps * masks
    other = maps.roll(1, 0).roll((int(torch.randint(0, 32, ())), int(torch.randint(0, 32, ()))), (2, 3))
    laid = bare + other * (1 - masks)
    # Where nothing is known of the garment, another photo's edges may still shine through a little.
    laid = torch.where(known, laid, torch.maximum(maps, other * 0.4))
    return torch.where(draw < 0.25, bare, torch.where(draw < 0.5, laid, maps))


def cut_and_turn(x):
    """One affine map for each: a cut of 50 to 130 % of the area, its proportions, a small turn."""
    n, _, side, _ = x.shape
    size = torch.empty(n).uniform_(0.5, 1.3).sqrt()
    stretch = torch.empty(n).uniform_(-0.18, 0.18).exp()
    wide, high = size * stretch, size / stretch
    turn = torch.empty(n).normal_(0, 4).clamp_(-10, 10) * math.pi / 180
    dx = (torch.rand(n) * 2 - 1) * ((1 - wide).abs() * 0.8 + 0.06)
    dy = (torch.rand(n) * 2 - 1) * ((1 - high).abs() * 0.8 + 0.06)
    cos, sin = turn.cos(), turn.sin()
    theta = torch.stack([torch.stack([wide * cos, -high * sin, dx], 1), torch.stack([wide * sin, high * cos, dy], 1)], 1)
    grid = F.affine_grid(theta, x.shape, align_corners=False)
    return F.grid_sample(x, grid, mode="bilinear", padding_mode="border", align_corners=False)


def hide(x, share=0.4):
    """Hides a rectangle of some."""
    n, _, side, _ = x.shape
    sizes = torch.randint(5, 15, (n, 2))
    corner = (torch.rand(n, 2) * (side - sizes)).int()
    at = torch.arange(side)
    rows = (at >= corner[:, :1]) & (at < corner[:, :1] + sizes[:, :1])
    columns = (at >= corner[:, 1:]) & (at < corner[:, 1:] + sizes[:, 1:])
    hidden = (rows[:, :, None] & columns[:, None, :])[:, None] & (torch.rand(n) < share)[:, None, None, None]
    return x.masked_fill(hidden, 0)


def mixed(x, targets, share):
    """For some batches, a rectangle of each comes from another, and so does as much of its label."""
    if torch.rand(()) >= share:
        return x, targets
    order = torch.randperm(len(x))
    side = x.shape[-1]
    size = max(1, int(side * math.sqrt(float(torch.rand(())) * 0.5)))
    top, left = torch.randint(0, side - size + 1, (2,)).tolist()
    x = x.clone()
    x[:, :, top : top + size, left : left + size] = x[order][:, :, top : top + size, left : left + size]
    part = size * size / (side * side)
    return x, targets * (1 - part) + targets[order] * part
