import { Deaths } from '../../launch/processes/restarts.mjs';

let now: number;
let deaths: Deaths;
/** Lives for so many seconds, dies, and is started again after the pause. @returns the pause in seconds */
function liveAndDie(seconds: number): number | undefined {
  now += seconds * 1_000;
  const pause = deaths.died();
  if (pause === undefined) return undefined;
  now += pause;
  deaths.started();
  return pause / 1_000;
}

beforeEach(() => {
  now = 1_000_000;
  deaths = new Deaths(() => now);
});

test('the third death within a minute is the last', () => {
  expect([liveAndDie(5), liveAndDie(5), liveAndDie(5)]).toEqual([0, 1, undefined]);
});

test('who keeps dying is started again after longer and longer pauses', () => {
  expect(Array.from({ length: 8 }, () => liveAndDie(40))).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
});

test('who lived for more than a minute starts afresh', () => {
  expect([liveAndDie(40), liveAndDie(40), liveAndDie(61), liveAndDie(40)]).toEqual([0, 1, 0, 1]);
});
