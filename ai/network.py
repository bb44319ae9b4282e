"""The network: edges by a fixed rule, then a small residual network on them that is learnt.

A few thousand photographs are not enough to learn from pixels what an edge is, but they are to learn what the edges of a
garment say. So the first layer is given: how strong the edges are in each direction, whatever the colour and the light. After
Dalal and Triggs 2005 (histograms of oriented gradients), Di Zenzo 1986 (the gradient of a colour picture), He et al. 2015
(residual blocks), Hu et al. 2017 (squeeze-and-excitation) and Wang et al. 2017 (a classifier on the unit sphere, so that what
decides a class is the angle that a search compares too).
"""

import math

import torch
from torch import nn
from torch.nn import functional as F

SIDE = 128
CELLS = 32
DIRECTIONS = 8
# Beside the directions: how much a cell differs from the picture's rim.
CHANNELS = DIRECTIONS + 1
EMBEDDING = 128


class Edges(nn.Module):
    """Takes n × 3 × 128 × 128 bytes as floats; gives n × 9 × 32 × 32 numbers of 0 to about 1."""

    def __init__(self):
        super().__init__()
        slope = torch.zeros(6, 1, 3, 3)
        for channel in range(3):
            slope[2 * channel, 0, 1] = torch.tensor([-1.0, 0.0, 1.0])
            slope[2 * channel + 1, 0, :, 1] = torch.tensor([-1.0, 0.0, 1.0])
        self.register_buffer("slope", slope)
        angles = torch.arange(DIRECTIONS) * 2 * math.pi / DIRECTIONS
        self.register_buffer("turns", torch.stack([angles.cos(), angles.sin()], 1)[:, :, None, None])
        rim = torch.ones(1, 1, SIDE, SIDE)
        rim[:, :, 6:-6, 6:-6] = 0
        self.register_buffer("rim", rim / rim.sum())

    def forward(self, x):
        # Noise of the sensor grows with light; under the root it is even.
        x = (x / 255).sqrt()
        slopes = F.conv2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), self.slope, groups=3)
        across, down = slopes[:, 0::2], slopes[:, 1::2]
        power = (across * across + down * down).sum(1, keepdim=True)
        # An edge has no sign, so its angle is doubled: then opposite ones are one.
        double = torch.cat([(across * across - down * down).sum(1, keepdim=True), 2 * (across * down).sum(1, keepdim=True)], 1)
        strength = (power + 1e-8).sqrt()
        near = F.relu(F.conv2d(double / (power + 1e-6), self.turns))
        cell = SIDE // CELLS
        maps = F.avg_pool2d(near * near * near * strength, 2 * cell, cell, cell // 2, count_include_pad=False)
        around = F.avg_pool2d(maps.square().sum(1, keepdim=True), 7, 1, 3, count_include_pad=False)
        maps = (maps / (around.sqrt() + 0.01)).clamp(max=2) / 2
        ground = (x * self.rim).sum((2, 3), keepdim=True)
        differs = F.avg_pool2d((x - ground).square().sum(1, keepdim=True).add(1e-6).sqrt(), cell, cell)
        return torch.cat([maps, differs], 1)


def mirrored(maps):
    """The edges of the mirrored picture: left and right change, and so do the directions."""
    order = [(DIRECTIONS - i) % DIRECTIONS for i in range(DIRECTIONS)] + [DIRECTIONS]
    return maps[:, order].flip(3)


class Block(nn.Module):
    def __init__(self, before, width, stride):
        super().__init__()
        self.first = nn.Conv2d(before, width, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(width)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(width)
        self.squeeze = nn.Conv2d(width, width // 8, 1)
        self.excite = nn.Conv2d(width // 8, width, 1)
        self.skip = None
        if stride > 1 or before != width:
            self.skip = nn.Sequential(
                nn.AvgPool2d(stride) if stride > 1 else nn.Identity(),
                nn.Conv2d(before, width, 1, bias=False),
                nn.BatchNorm2d(width),
            )
        # A block begins as little more than its skip and learns what to add.
        nn.init.constant_(self.second_norm.weight, 0.5)

    def forward(self, x):
        y = F.relu(self.first_norm(self.first(x)))
        y = self.second_norm(self.second(y))
        gate = self.excite(F.relu(self.squeeze(y.mean((2, 3), keepdim=True))))
        return F.relu(y * torch.sigmoid(gate) + (x if self.skip is None else self.skip(x)))


class Reader(nn.Module):
    """What is learnt. Takes edges; gives n unit vectors of 128 numbers and n × classes logits."""

    def __init__(self, classes):
        super().__init__()
        self.stem = nn.Sequential(nn.BatchNorm2d(CHANNELS), nn.Conv2d(CHANNELS, 64, 3, 2, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU())
        self.blocks = nn.Sequential(Block(64, 64, 1), Block(64, 128, 2), Block(128, 128, 1), Block(128, 192, 2))
        # Where something is counts as much as what it is: a garment lies upright, in the middle. So the last map is not averaged.
        self.drop = nn.Dropout2d(0.15)
        self.embed = nn.Conv2d(192, EMBEDDING, 4, bias=False)
        self.embed_norm = nn.BatchNorm2d(EMBEDDING)
        self.proxies = nn.Parameter(torch.randn(classes, EMBEDDING))
        self.scale = 16.0

    def forward(self, maps):
        x = self.embed(self.drop(self.blocks(self.stem(maps))))
        vector = F.normalize(self.embed_norm(x).flatten(1).float())
        return vector, self.scale * F.linear(vector, F.normalize(self.proxies))
