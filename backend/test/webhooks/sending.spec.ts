import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WEBHOOK_TYPES } from '../../src/contract/administration/integration-rules.js';
import { WebhookDelivery, WebhookEndpoint } from '../../src/contract/administration/webhooks.js';
import { WEBHOOK_DELAYS, MAX_WEBHOOK_ATTEMPTS } from '../../src/webhooks/sending/backoff.js';
import { WebhookContents } from '../../src/webhooks/webhook-contents.js';
import { claimDelivery } from '../../src/webhooks/sending/delivery-claims.sql.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, times, type Shopper } from '../support/given.js';
import { until } from '../support/until.js';
import { openWorker } from '../support/worker.js';
import {
  owner,
  passDelays,
  registered,
  sendWebhooks,
  storedDeliveries,
  webhookSender,
  openReceiver,
} from './outbox.js';

openShop({ WEBHOOKS_TO_PRIVATE_NETWORK: 'on', RATE_LIMIT: 'off' });

const receiver = openReceiver();
let admin: Shopper;
beforeAll(async () => (admin = await owner()));
beforeEach(() => shop().db.query('DELETE FROM mails'));

const endpoint = () => registered(admin, `http://127.0.0.1:${receiver.port}/hook?a=1`, ['order.placed']);
const place = async () => given.order(await given.shopper());

/** The only delivery, as administrators see it. */
async function delivery(): Promise<WebhookDelivery> {
  const [{ endpoint_id: id } = { endpoint_id: 0 }, ...others] = await storedDeliveries();
  expect(others).toEqual([]);
  const [only] = answer(await admin.get(`/api/admin/webhooks/${id}/deliveries/`), WebhookDelivery.array());
  return only!;
}

/** The example of docs/integrations.md, run by Node with a received webhook. @returns what it prints */
function runExample(secret: string, headers: object, body: string): string {
  const document = readFileSync(path.join(import.meta.dirname, '../../../docs/integrations.md'), 'utf8');
  const [, code = ''] = /```js\n([\s\S]+?)```/.exec(document) ?? [];
  const call = `console.log(isGenuine(${JSON.stringify(secret)}, ${JSON.stringify(headers)}, ${JSON.stringify(body)}))`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', `${code}\n${call}`], { encoding: 'utf8' }).trim();
}

describe('a webhook', () => {
  test('has an id, a type, a time and the order as the API shows it to an administrator', async () => {
    await endpoint();
    const { id } = await place();
    await sendWebhooks();
    expect(receiver.received).toHaveLength(1);
    const [{ path: url, headers, body } = { path: '', headers: {}, body: '' }] = receiver.received;
    const sent = JSON.parse(body) as { data: { order: unknown } };
    const [stored] = await storedDeliveries();
    expect(url).toBe('/hook?a=1');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': stored?.event_id });
    expect(sent).toEqual({
      id: stored?.event_id,
      type: 'order.placed',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      data: { order: await admin.order(id) },
    });
    expect(await delivery()).toMatchObject({
      ...{ state: 'sent', attempts: 1, subject_id: id, next_attempt_at: null },
      log: [{ status: 200, answer: 'ok', error: null }],
    });
  });

  test('passes the check of the documented example, and fails it when anything is changed', async () => {
    const { secret } = await endpoint();
    await place();
    await sendWebhooks();
    const [{ headers, body }] = receiver.received as [(typeof receiver)['received'][number]];
    expect(runExample(secret, headers, body)).toBe('true');
    expect(runExample(secret, headers, body.replace('unpaid', 'paid'))).toBe('false');
    expect(runExample(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body)).toBe('false');
    expect(runExample(secret, { ...headers, 'webhook-id': 'evt_other' }, body)).toBe('false');
    const old = String(Number(headers['webhook-timestamp']) - 600);
    expect(runExample(secret, { ...headers, 'webhook-timestamp': old }, body)).toBe('false');
  });

  test('every type has its content in the worker', async () => {
    const worker = await openWorker();
    const contents = worker.get(WebhookContents, { strict: false });
    for (const type of WEBHOOK_TYPES) expect(contents.loaderFor(type)).toBeInstanceOf(Function);
    await worker.close();
  }, 60_000);
});

describe('an endpoint that fails', () => {
  test('gets the webhook again after a minute, under its id, and its answers are logged', async () => {
    await endpoint();
    await place();
    receiver.reply = (response) => response.writeHead(500).end('Lỗi\u0000 máy chủ');
    await sendWebhooks();
    const [failed] = await storedDeliveries();
    expect(failed).toMatchObject({ state: 'pending', attempts: 1 });
    expect(failed?.minutes).toBeGreaterThan(0.85);
    expect(failed?.minutes).toBeLessThan(1.15);
    await sendWebhooks(); // nothing is due yet
    expect(receiver.received).toHaveLength(1);
    receiver.reply = (response) => response.writeHead(204).end();
    await passDelays();
    await sendWebhooks();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await delivery()).toMatchObject({
      ...{ state: 'sent', attempts: 2 },
      log: [
        { status: 204, error: null },
        { status: 500, answer: 'Lỗi\ufffd máy chủ', error: 'Trả lời mã 500' },
      ],
    });
  });

  test('gets it ten times, then it is given up until somebody sends it again', async () => {
    await endpoint();
    await place();
    receiver.reply = (response) => response.writeHead(500).end();
    for (let attempt = 1; attempt <= MAX_WEBHOOK_ATTEMPTS; attempt++) {
      await passDelays();
      await sendWebhooks();
      const [stored] = await storedDeliveries();
      expect(stored).toMatchObject({ attempts: attempt, state: attempt < 10 ? 'pending' : 'failed' });
      const due = (WEBHOOK_DELAYS[attempt - 1] ?? 0) / 60;
      if (attempt < 10) expect(Math.abs((stored?.minutes ?? 0) - due)).toBeLessThanOrEqual(0.1 * due + 0.1);
    }
    expect(receiver.received).toHaveLength(10);
    const { id, event_id: eventId } = await delivery();
    receiver.reply = (response) => response.end();
    const again = answer(await admin.post(`/api/admin/webhook-deliveries/${id}/send/`), WebhookDelivery);
    expect(again).toMatchObject({ state: 'pending', attempts: 0, event_id: eventId });
    expect((await admin.post(`/api/admin/webhook-deliveries/${id}/send/`)).status).toBe(409);
    expect(
      await shop().db.query('SELECT actor_id FROM audit_entries WHERE subject_name = $1', [`Gửi lại webhook #${id}`]),
    ).toEqual([{ actor_id: admin.id }]);
    await sendWebhooks();
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(eventId);
    expect((await delivery()).state).toBe('sent');
  });

  test('a redirect is not followed', async () => {
    await endpoint();
    await place();
    receiver.reply = (response, url) =>
      url === '/inside' ? response.end('secret') : response.writeHead(302, { Location: '/inside' }).end();
    await sendWebhooks();
    expect(receiver.received.map(({ path: url }) => url)).toEqual(['/hook?a=1']);
    expect(await delivery()).toMatchObject({ state: 'pending', log: [{ status: 302, answer: '' }] });
  });

  test('a slow answer ends after ten seconds', async () => {
    await endpoint();
    await place();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
    receiver.reply = (response) => response.writeHead(200).write('and then nothing');
    await sendWebhooks();
    expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
    expect(await delivery()).toMatchObject({
      ...{ state: 'pending', attempts: 1 },
      log: [{ status: null, error: 'Không phản hồi trong 10 giây' }],
    });
  });

  test('of an answer without end, only the beginning is read and logged', async () => {
    await endpoint();
    await place();
    let written = 0;
    let isClosed = false;
    receiver.reply = (response) => {
      response.once('close', () => (isClosed = true));
      const write = () => {
        while (!response.destroyed && written < 1e9 && response.write('x'.repeat(64 * 1024))) written += 64 * 1024;
        written += 64 * 1024;
      };
      response.on('drain', write);
      write();
    };
    await sendWebhooks();
    await until('the connection is closed', () => isClosed);
    expect(written).toBeLessThan(64 * 1024 * 1024);
    const [attempt] = (await delivery()).log;
    expect(attempt?.answer).toBe('x'.repeat(500));
  });

  test('a switch of protocols is a failure, and the attempt ends', async () => {
    await endpoint();
    receiver.reply = ({ socket }) =>
      socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n');
    await place();
    await sendWebhooks();
    const error = 'Không kết nối được: ECONNRESET';
    expect((await delivery()).log).toMatchObject([{ status: null, error }]);
  });

  test('a refused connection counts as a failure', async () => {
    await registered(admin, 'http://127.0.0.1:9/', ['order.placed']);
    await place();
    await sendWebhooks();
    expect(await delivery()).toMatchObject({
      state: 'pending',
      log: [{ status: null, error: 'Không kết nối được: ECONNREFUSED' }],
    });
  });

  test('is switched off after two days without a success, and the administrators get one mail', async () => {
    const { id } = await endpoint();
    await times(3, place);
    receiver.reply = (response) => response.writeHead(500).end();
    await sendWebhooks();
    expect((await listed(id)).failing_since).not.toBeNull();
    await shop().db.query(`UPDATE webhook_endpoints SET failing_since = now() - interval '47 hours'`);
    await passDelays();
    await sendWebhooks();
    expect((await listed(id)).is_active).toBe(true);
    await shop().db.query(`UPDATE webhook_endpoints SET failing_since = now() - interval '49 hours'`);
    await passDelays();
    await sendWebhooks();
    expect(await listed(id)).toMatchObject({ is_active: false, disabled_at: expect.any(String) as string });
    expect((await storedDeliveries()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    const mails: { user_id: number }[] = await shop().db.query(
      `SELECT user_id FROM mails WHERE template = 'webhook_disabled'`,
    );
    const admins: { id: number }[] = await shop().db.query(
      'SELECT id FROM users WHERE is_staff AND is_active AND closed_at IS NULL ORDER BY id LIMIT 20',
    );
    expect(mails.map((mail) => mail.user_id).toSorted()).toEqual(admins.map((user) => user.id).toSorted());
    await place();
    expect(await storedDeliveries()).toHaveLength(3);

    const [stored] = await storedDeliveries();
    expect((await admin.post(`/api/admin/webhook-deliveries/${stored?.id}/send/`)).status).toBe(409);
    receiver.reset();
    const on = answer(await admin.patch(`/api/admin/webhooks/${id}/`, { is_active: true }), WebhookEndpoint);
    expect(on).toMatchObject({ is_active: true, failing_since: null, disabled_at: null });
    expect((await admin.post(`/api/admin/webhook-deliveries/${stored?.id}/send/`)).status).toBe(200);
    await sendWebhooks();
    expect(receiver.received).toHaveLength(1);
  });

  test('a success ends the count of its failures', async () => {
    const { id } = await endpoint();
    await place();
    await shop().db.query(`UPDATE webhook_endpoints SET failing_since = now() - interval '40 hours'`);
    await sendWebhooks();
    expect((await listed(id)).failing_since).toBeNull();
  });

  test('the count of its failures ends with the last webhook that failed: nothing else could end it', async () => {
    const { id } = await endpoint();
    await times(2, place);
    receiver.reply = (response) => response.writeHead(500).end();
    await sendWebhooks();
    const giveUpNext = async () => {
      await shop().db.query(
        `UPDATE webhook_deliveries SET attempts = $1, next_attempt_at = now()
         WHERE id = (SELECT min(id) FROM webhook_deliveries WHERE state = 'pending')`,
        [MAX_WEBHOOK_ATTEMPTS],
      );
      await sendWebhooks();
      return (await storedDeliveries()).map(({ state }) => state);
    };
    expect(await giveUpNext()).toEqual(['failed', 'pending']);
    expect((await listed(id)).failing_since).not.toBeNull();
    expect(await giveUpNext()).toEqual(['failed', 'failed']);
    expect(await listed(id)).toMatchObject({ is_active: true, failing_since: null });
  });
});

async function listed(id: number): Promise<WebhookEndpoint> {
  const all = answer(await admin.get('/api/admin/webhooks/'), WebhookEndpoint.array());
  return all.find((each) => each.id === id)!;
}

describe('a worker', () => {
  test('that dies before it has sent a webhook loses nothing', async () => {
    await endpoint();
    await place();
    const [stored] = await storedDeliveries();
    // What a process does before it opens the connection.
    expect(await claimDelivery(shop().db, stored!.id, WEBHOOK_DELAYS)).toBeDefined();
    await sendWebhooks();
    expect(receiver.received).toHaveLength(0);
    await passDelays();
    await sendWebhooks();
    expect(receiver.received).toHaveLength(1);
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('that dies after the answer sends it again, under its id', async () => {
    await endpoint();
    await place();
    jest.spyOn(shop().db, 'transaction').mockRejectedValueOnce(new Error('the process is gone'));
    await sendWebhooks();
    expect((await storedDeliveries())[0]).toMatchObject({ state: 'pending', attempts: 1 });
    await passDelays();
    await sendWebhooks();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect((await delivery()).state).toBe('sent');
  });

  test('gives up a webhook whose attempts never ended', async () => {
    await endpoint();
    await place();
    await shop().db.query('UPDATE webhook_deliveries SET attempts = $1', [MAX_WEBHOOK_ATTEMPTS]);
    await sendWebhooks();
    expect(receiver.received).toHaveLength(0);
    expect((await delivery()).state).toBe('failed');
  });

  test('beside another one sends each webhook once', async () => {
    await endpoint();
    await times(12, place);
    const senders = [webhookSender(), webhookSender(), webhookSender()];
    await Promise.all(senders.map((sender) => sendWebhooks(sender)));
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  test('sends an endpoint at most four webhooks at once', async () => {
    await endpoint();
    await times(10, place);
    receiver.reply = (response) => setImmediate(() => setImmediate(() => response.end()));
    await sendWebhooks();
    expect(receiver.received).toHaveLength(10);
    expect(receiver.maxAtOnce).toBeLessThanOrEqual(4);
    expect(receiver.maxAtOnce).toBeGreaterThan(1);
  });

  test('does not send the pending webhooks of a deleted endpoint', async () => {
    const { id } = await endpoint();
    await place();
    expect((await admin.delete(`/api/admin/webhooks/${id}/`)).status).toBe(204);
    await sendWebhooks();
    expect(receiver.received).toEqual([]);
  });

  test('with another JWT_SECRET says that the secret has to be replaced', async () => {
    await endpoint();
    await place();
    await sendWebhooks(webhookSender({ WEBHOOKS_TO_PRIVATE_NETWORK: 'on', JWT_SECRET: 'another secret altogether' }));
    expect(receiver.received).toEqual([]);
    expect((await delivery()).log[0]?.error).toContain('khóa ký');
  });
});
