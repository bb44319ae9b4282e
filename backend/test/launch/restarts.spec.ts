import { RestartPolicy } from '../../launch/processes/restarts.mjs';

let now: number;
let policy: RestartPolicy;
/** Runs for so many seconds, crashes, and is restarted after the pause. @returns the pause in seconds */
function runAndCrash(seconds: number): number | undefined {
  now += seconds * 1_000;
  const pause = policy.crashed();
  if (pause === undefined) return undefined;
  now += pause;
  policy.started();
  return pause / 1_000;
}

beforeEach(() => {
  now = 1_000_000;
  policy = new RestartPolicy(() => now);
});

test('a part is not restarted after the third crash within a minute', () => {
  expect([runAndCrash(5), runAndCrash(5), runAndCrash(5)]).toEqual([0, 1, undefined]);
});

test('a part that keeps crashing is restarted after longer and longer pauses', () => {
  expect(Array.from({ length: 8 }, () => runAndCrash(40))).toEqual([0, 1, 2, 4, 8, 16, 30, 30]);
});

test('a part that ran for more than a minute is restarted at once', () => {
  expect([runAndCrash(40), runAndCrash(40), runAndCrash(61), runAndCrash(40)]).toEqual([0, 1, 0, 1]);
});
