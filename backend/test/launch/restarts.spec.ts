import { LaunchError } from '../../launch/launch-error.mjs';
import type { Child } from '../../launch/processes/children.mjs';
import { RestartPolicy, keepRunning } from '../../launch/processes/restarts.mjs';
import { until } from '../support/until.js';

let now: number;
let policy: RestartPolicy;
/** Runs for the given seconds, crashes, and is restarted after the pause. @returns the pause in seconds */
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

describe('a process that could not start', () => {
  /** The first child prints a reason and exits, the next runs. @returns how many were begun */
  const runs = (options?: { retriesStart: boolean }) => {
    const children: Child[] = [];
    const begin = (): Child => {
      const isFirst = children.length === 0;
      const crashed = isFirst ? Promise.resolve(new LaunchError('')) : new Promise<LaunchError>(() => {});
      const ready = isFirst ? Promise.reject<number>(new LaunchError('')) : Promise.resolve(1);
      ready.catch(() => undefined);
      children.push({ ready, crashed, stop: async () => {}, kill: () => {} });
      return children.at(-1)!;
    };
    return { children, kept: keepRunning('worker', begin, options) };
  };
  beforeEach(() => jest.spyOn(console, 'error').mockImplementation());

  test('ends the shop: a setting is wrong', async () => {
    const { children, kept } = runs();
    expect((await kept.failed).message).toBe('');
    expect(children).toHaveLength(1);
  });

  test('is started again when its settings are known to be right', async () => {
    const { children, kept } = runs({ retriesStart: true });
    await until('the second one works', () => jest.mocked(console.error).mock.calls.length === 2);
    expect(jest.mocked(console.error).mock.calls).toEqual([
      ['The worker could not start. It starts again.'],
      ['The worker works again.'],
    ]);
    expect(children).toHaveLength(2);
    await kept.stop();
  });
});
