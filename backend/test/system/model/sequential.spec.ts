import fc from 'fast-check';
import { openShop } from '../../support/client.js';
import { TIMEOUT_MS, holds, replayPath } from './holds.js';
import { anyMove } from './commands.js';
import { Trial, holdProviderEvents } from './runner.js';

holdProviderEvents();
// What one account may hold or do is not what is tested here.
openShop({ RATE_LIMIT: 'off' });

const RUNS = 40;
const MAX_MOVES = 36;

test(
  'whatever is asked of the shop one by one, it answers and keeps its books by the rules',
  async () => {
    const moves = fc.commands([anyMove], { maxCommands: MAX_MOVES, size: 'max', replayPath });
    const property = fc.asyncProperty(moves, (moves) =>
      Trial.run(async (trial) => {
        await fc.asyncModelRun(() => ({ model: trial, real: trial }), moves);
        await trial.mustLookAlike();
      }),
    );
    await holds(property, RUNS);
  },
  TIMEOUT_MS,
);
