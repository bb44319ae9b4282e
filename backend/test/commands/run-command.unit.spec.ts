import { runCommand } from '../../src/commands/run-command.js';

let exit: jest.SpyInstance;
beforeEach(() => (exit = jest.spyOn(process, 'exit').mockImplementation((() => undefined) as () => never)));
afterEach(() => exit.mockRestore());

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)(
  '%s ends a command with %i, also as process 1 of a container, which ignores it by default',
  async (signal, code) => {
    await runCommand(() => {
      process.emit(signal, signal);
      return Promise.resolve();
    });
    expect(exit.mock.calls).toEqual([[code]]);

    process.emit(signal, signal); // A command that has ended listens no more.
    expect(exit).toHaveBeenCalledTimes(1);
  },
);

test('a command that tidies up at a signal ends by itself', async () => {
  const tidyUp = jest.fn();
  await runCommand(() => {
    process.once('SIGTERM', tidyUp);
    process.emit('SIGTERM', 'SIGTERM');
    return Promise.resolve();
  });
  expect(tidyUp).toHaveBeenCalledTimes(1);
  expect(exit).not.toHaveBeenCalled();
});
