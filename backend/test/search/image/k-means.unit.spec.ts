import { clusterColors, nearestCluster } from '../../../src/search/image/features/k-means.js';

/** Pixels of grey, each of its lightness. */
const greys = (...lightness: number[]) => Float32Array.from(lightness.flatMap((l) => [l, 0, 0]));
const places = (lab: Float32Array) => Array.from({ length: lab.length / 3 }, (_, pixel) => pixel);

test('pixels of four colours make four clusters of these colours, with their shares', () => {
  const lab = greys(10, 12, 40, 40, 70, 70, 100, 100);
  const clusters = clusterColors(lab, places(lab), () => 1);
  expect(clusters).toEqual([11, 40, 70, 100].map((l) => ({ centre: [l, 0, 0], share: 1 / 4 })));
});

test('a pixel counts by its weight, in the mean colour and in the share', () => {
  const lab = greys(10, 14, 40, 40, 70, 70, 100, 100);
  const [dark] = clusterColors(lab, places(lab), (pixel) => (pixel === 0 ? 3 : 1));
  expect(dark).toEqual({ centre: [11, 0, 0], share: 4 / 10 });
});

test('clusters that no pixel is nearest to have no share', () => {
  const lab = greys(50, 50, 50, 50);
  expect(clusterColors(lab, places(lab), () => 1).map(({ share }) => share)).toEqual([1, 0, 0, 0]);
});

test('the nearest cluster of a colour is the first of those that are equally near', () => {
  const clusters = [20, 0, 10].map((l) => ({ centre: [l, 0, 0] as [number, number, number] }));
  expect(nearestCluster([15, 0, 0], clusters)).toEqual({ index: 0, squared: 25 });
});
