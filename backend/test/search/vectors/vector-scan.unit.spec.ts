import { VectorScan } from '../../../src/search/vectors/vector-scan.js';
import { randomFrom } from '../../../src/demo/support/random.js';

const DIMENSIONS = 70;
const random = randomFrom('vectors');
const vector = () => Float32Array.from({ length: DIMENSIONS }, () => random.next() * 2 - 1);
const product = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, i) => sum + value * other[i]!, 0);

test('the scan finds the same vectors as a brute-force product, after any additions and removals', () => {
  const scan = new VectorScan(DIMENSIONS);
  const kept = new Map<number, Float32Array>();
  for (let step = 0; step < 3_000; step++) {
    const id = random.int(1, 900);
    if (random.chance(0.3)) {
      scan.delete(id);
      kept.delete(id);
    } else {
      const added = vector();
      scan.set(id, added);
      kept.set(id, added);
    }
  }
  expect(scan.size).toBe(kept.size);
  for (let round = 0; round < 20; round++) {
    const query = vector();
    const matches = scan.search(query, 24);
    const true24 = [...kept.values()].map((other) => product(query, other)).sort((a, b) => b - a)[23]!;
    expect(matches).toHaveLength(24);
    expect(new Set(matches.map(({ id }) => id)).size).toBe(24);
    // A number is kept in a byte, so a product may be off by as much.
    for (const { id, likeness } of matches) {
      expect(Math.abs(likeness - product(query, kept.get(id)!))).toBeLessThan(0.25);
      expect(product(query, kept.get(id)!)).toBeGreaterThan(true24 - 0.3);
    }
    expect(matches.map(({ likeness }) => likeness)).toEqual(
      matches.map(({ likeness }) => likeness).sort((a, b) => b - a),
    );
  }
});

test('a vector is its own nearest; equal vectors are sorted by id', () => {
  const scan = new VectorScan(DIMENSIONS);
  const twin = vector();
  for (let id = 1; id <= 600; id++) scan.set(id, vector());
  for (const id of [950, 940, 930]) scan.set(id, twin);
  expect(scan.search(twin, 3).map(({ id }) => id)).toEqual([930, 940, 950]);
});

test('an empty index finds nothing, and a vector of another length is refused', () => {
  const scan = new VectorScan(DIMENSIONS);
  expect(scan.search(vector(), 6)).toEqual([]);
  scan.delete(7);
  scan.set(1, new Float32Array(DIMENSIONS));
  expect(scan.search(vector(), 6)).toEqual([{ id: 1, likeness: 0 }]);
  expect(() => scan.search(new Float32Array(3), 6)).toThrow(RangeError);
  expect(() => scan.set(2, new Float32Array(3))).toThrow(RangeError);
});
