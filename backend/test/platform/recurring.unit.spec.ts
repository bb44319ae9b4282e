import { Injectable, Module, type Logger } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Every, Recurring, RecurringMethods } from '../../src/platform/recurring.js';

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

describe('a method that repeats', () => {
  const calls: string[] = [];
  const warn = jest.fn();
  let work: (signal: AbortSignal) => Promise<void>;

  @Injectable()
  class Job {
    readonly logger = { warn } as unknown as Logger;

    @Every(1_000, 'The looks failed', { atStart: true })
    async tick(signal?: AbortSignal): Promise<void> {
      calls.push('tick');
      await work(signal!);
    }

    @Every(60_000, 'The cleaning failed')
    async clean(): Promise<void> {
      calls.push('clean');
    }
  }

  @Module({ imports: [DiscoveryModule, ScheduleModule.forRoot()], providers: [Job, RecurringMethods] })
  class JobsModule {}

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    calls.length = 0;
    warn.mockClear();
    work = () => Promise.resolve();
  });
  afterEach(() => jest.useRealTimers());

  test('does not overlap itself, but runs beside that of another object', async () => {
    const [one, other] = [new Job(), new Job()];
    await Promise.all([one.tick(), one.tick(), other.tick()]);
    expect(calls).toEqual(['tick', 'tick']);
    await one.tick();
    expect(calls).toHaveLength(3);
  });

  test('logs its failures with its sentence, once in ten seconds, and works again', async () => {
    const job = new Job();
    work = () => Promise.reject(new Error('no database'));
    await job.tick();
    await job.tick();
    expect(warn.mock.calls).toEqual([['The looks failed: no database']]);
    expect(calls).toHaveLength(2);
  });

  test('runs at the start of the process if it says so, then at its interval, and no more after the stop', async () => {
    const app = await NestFactory.createApplicationContext(JobsModule, { logger: false });
    expect(calls).toEqual(['tick']);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(calls).toEqual(['tick', 'tick', 'tick']);
    await jest.advanceTimersByTimeAsync(58_000);
    expect(calls).toContain('clean');
    const job = app.get(Job);
    await app.close();
    calls.length = 0;
    await jest.advanceTimersByTimeAsync(60_000);
    await job.tick();
    expect(calls).toEqual([]);
  });

  test('gets an abort signal when the application stops, which waits for it to end', async () => {
    const app = await NestFactory.createApplicationContext(JobsModule, { logger: false });
    work = async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      calls.push('ended');
    };
    void app.get(Job).tick();
    await app.close();
    expect(calls.at(-1)).toBe('ended');
  });
});
