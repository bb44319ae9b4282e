import { Recurring } from '../../src/platform/recurring.js';

test('a tick does nothing while the work of an earlier one runs', async () => {
  const work = jest.fn(() => Promise.resolve());
  const recurring = new Recurring(work, jest.fn());
  await Promise.all([recurring.tick(), recurring.tick()]);
  expect(work).toHaveBeenCalledTimes(1);
  await recurring.tick();
  expect(work).toHaveBeenCalledTimes(2);
});

test('a failure is reported, and the next tick works again', async () => {
  const work = jest.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue(undefined);
  const failures: string[] = [];
  const recurring = new Recurring(work, ({ message }) => failures.push(message));
  await recurring.tick();
  await recurring.tick();
  expect([work.mock.calls.length, failures]).toEqual([2, ['no database']]);
});

test('a stop aborts the signal, waits for the work, and ends the ticks', async () => {
  const seen: string[] = [];
  const work = async () => {
    await new Promise((resolve) => recurring.signal.addEventListener('abort', resolve));
    seen.push('ended');
  };
  const recurring = new Recurring(work, jest.fn());
  void recurring.tick();
  await recurring.stop();
  seen.push('stopped');
  await recurring.tick();
  expect(seen).toEqual(['ended', 'stopped']);
});
