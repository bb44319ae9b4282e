import fc from 'fast-check';
import { openShop } from '../../support/client.js';
import { TIMEOUT_MS, holds, replayPath } from './holds.js';
import { anyCommand } from './commands.js';
import { Runner } from './runner.js';
import { sendsNoEvents } from '../../support/payments/card.js';

// What one account may hold or do is not what is tested here.
openShop({ RATE_LIMIT: 'off' });
// A test sends them, late, twice or out of order.
sendsNoEvents();

const RUNS = 40;
const MAX_COMMANDS = 36;

test(
  'sequential calls are answered by the rules, and the ledger stays sound',
  async () => {
    const commands = fc.commands([anyCommand], { maxCommands: MAX_COMMANDS, size: 'max', replayPath });
    const property = fc.asyncProperty(commands, (commands) =>
      Runner.run(async (runner) => {
        await fc.asyncModelRun(() => ({ model: runner, real: runner }), commands);
        await runner.expectSameView();
      }),
    );
    await holds(property, RUNS);
  },
  TIMEOUT_MS,
);
