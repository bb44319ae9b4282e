import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RATE_LIMITS } from '../../src/platform/rate-limits/rate-limit-list.js';
import {
  API_SCOPES,
  CALL_SCOPES,
  MAX_WEBHOOK_ENDPOINTS,
  WEBHOOK_TYPES,
} from '../../src/contract/administration/integration-rules.js';
import { LOW_STOCK } from '../../src/contract/rules.js';
import { DISABLE_AFTER_HOURS, WEBHOOK_DELAYS } from '../../src/webhooks/sending/backoff.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const text = readFileSync(path.join(ROOT, 'docs/integrations.md'), 'utf8');
const firstCells = [...text.matchAll(/^\| `([\w.:]+)` +\|/gm)].map(([, name]) => name);

describe('docs/integrations.md', () => {
  test('lists every event and every scope', () => {
    expect(firstCells).toEqual([...WEBHOOK_TYPES, ...API_SCOPES]);
  });

  test('states the numbers of the code', () => {
    expect(text).toContain(`A shop has at most ${MAX_WEBHOOK_ENDPOINTS}.`);
    expect(text).toContain(`fell to ${LOW_STOCK} or less`);
    expect(text).toContain(`fails for ${DISABLE_AFTER_HOURS} hours`);
    expect(text).toContain(`One key may make ${RATE_LIMITS.callPerApiKey.points} calls a minute`);
    const minutes = WEBHOOK_DELAYS.map((seconds) => seconds / 60);
    const hours = minutes.slice(5).map((each) => Math.round(each / 60));
    expect(minutes.slice(0, 5)).toEqual([1, 3, 9, 27, 81]);
    expect(hours).toEqual([4, 12, 24, 24]);
    expect(text).toContain('after 1, 3, 9, 27 and 81 minutes, then 4, 12, 24 and 24 hours');
  });

  test('says of keys what the table of scopes says', () => {
    const closed = (part: string) =>
      Object.entries(CALL_SCOPES).filter(([call, scope]) => call.includes(part) && scope !== null);
    for (const part of ['api-keys', 'webhook', 'settings', 'wallets', 'chat', 'audit', '/start/']) {
      expect([part, closed(part)]).toEqual([part, []]);
    }
  });
});
