import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AuditEntry } from '../../src/contract/administration/audit.js';
import { WEBHOOK_SECRET_OVERLAP_HOURS } from '../../src/contract/administration/integration-rules.js';
import { NewWebhookEndpoint, WebhookEndpoint } from '../../src/contract/administration/webhooks.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { WEBHOOK_SECRETS } from '../../src/webhooks/sending/signature.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, statuses, times, type Shopper } from '../support/given.js';
import { PASSWORD, owner, registered, sendWebhooks, openReceiver } from './outbox.js';

openShop({ WEBHOOKS_TO_PRIVATE_NETWORK: 'on', RATE_LIMIT: 'off' });

const receiver = openReceiver();
let admin: Shopper;
beforeAll(async () => (admin = await owner()));

const endpoint = () => registered(admin, `http://127.0.0.1:${receiver.port}/`, ['order.placed']);
const secretOf = (id: number) => `/api/admin/webhooks/${id}/secret/`;
const rotated = async (id: number) =>
  answer(await admin.post(secretOf(id), { current_password: PASSWORD }), NewWebhookEndpoint);

/** Sends a webhook, and says which of the secrets the documented example accepts it with. */
async function accepted(...secrets: string[]): Promise<boolean[]> {
  receiver.reset();
  await given.order(await given.shopper());
  await sendWebhooks();
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  return secrets.map((secret) => isGenuine(secret, headers, body));
}

/** The example of docs/integrations.md, run by Node. */
function isGenuine(...args: unknown[]): boolean {
  const document = readFileSync(path.join(import.meta.dirname, '../../../docs/integrations.md'), 'utf8');
  const [, code = ''] = /```js\n([\s\S]+?)```/.exec(document) ?? [];
  const call = `console.log(isGenuine(${args.map((each) => JSON.stringify(each)).join(', ')}))`;
  return (
    execFileSync(process.execPath, ['--input-type=module', '-e', `${code}\n${call}`], { encoding: 'utf8' }) === 'true\n'
  );
}

describe('a new secret', () => {
  test('is shown once and stored encrypted, and the old one signs too for a day', async () => {
    const { id, secret: old } = await endpoint();
    const { secret, ...rest } = await rotated(id);
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(old);
    const hours = (Date.parse(rest.previous_secret_until!) - Date.now()) / 3_600_000;
    expect(Math.abs(hours - WEBHOOK_SECRET_OVERLAP_HOURS)).toBeLessThan(0.1);
    expect(answer(await admin.get('/api/admin/webhooks/'), WebhookEndpoint.array())).toEqual([rest]);
    const [row]: { text: string }[] = await shop().db.query(
      `SELECT (SELECT json_agg(w) FROM webhook_endpoints w)::text || (SELECT json_agg(a) FROM audit_entries a)::text AS text`,
    );
    for (const each of [secret, old]) expect(row?.text).not.toContain(each.slice(6));

    expect(await accepted(secret, old)).toEqual([true, true]);
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  });

  test('signs alone when the day is over', async () => {
    const { id, secret: old } = await endpoint();
    const { secret } = await rotated(id);
    await shop().db.query('UPDATE webhook_endpoints SET previous_secret_until = now()');

    expect(await accepted(secret, old)).toEqual([true, false]);
    const [listed] = answer(await admin.get('/api/admin/webhooks/'), WebhookEndpoint.array());
    expect(listed?.previous_secret_until).toBeNull();
  });

  test('replaced again within the day leaves two secrets, not three', async () => {
    const { id, secret: first } = await endpoint();
    const { secret: second } = await rotated(id);
    const { secret: third } = await rotated(id);

    expect(await accepted(third, second, first)).toEqual([true, true, false]);
  });

  test('of several that are requested at once, the last two sign', async () => {
    const { id } = await endpoint();
    const replies = await times(4, () => rotated(id));
    const accepts = await accepted(...replies.map(({ secret }) => secret));

    expect(accepts.filter(Boolean)).toHaveLength(2);
  });

  test('replaces one that can no longer be decrypted, and signs alone', async () => {
    const { id, url, secret: old } = await endpoint();
    const other = new SecretBox('another secret altogether', WEBHOOK_SECRETS);
    await shop().db.query('UPDATE webhook_endpoints SET secret = $1', [other.encrypt(old, url)]);
    const { secret } = await rotated(id);

    expect(await accepted(secret, old)).toEqual([true, false]);
  });

  test('needs the administrator’s current password, and changes nothing without it', async () => {
    const { id, secret } = await endpoint();
    const replies = await Promise.all(
      [{}, { current_password: '' }, { current_password: 'falsch' }].map((body) => admin.post(secretOf(id), body)),
    );
    expect(statuses(replies)).toEqual({ 400: 3 });
    for (const { body } of replies) expect(body).toHaveProperty('current_password');

    expect(await accepted(secret)).toEqual([true]);
    expect(receiver.received[0]?.headers['webhook-signature']).not.toContain(' ');
  });

  test('is in the audit log without the secret; an unknown endpoint is 404', async () => {
    const { id } = await endpoint();
    await rotated(id);
    const [entry] = answer(await admin.get(`/api/admin/audit/?subject=webhook&subject_id=${id}`), AuditEntry.array());
    expect(entry).toMatchObject({ action: 'update', before: null, after: { has_new_secret: true } });
    expect((await admin.post(secretOf(999_999), { current_password: PASSWORD })).status).toBe(404);
  });
});
