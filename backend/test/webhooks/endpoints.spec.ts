import { MAX_WEBHOOK_ENDPOINTS } from '../../src/contract/administration/integration-rules.js';
import { AuditEntry } from '../../src/contract/administration/audit.js';
import { NewWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '../../src/contract/administration/webhooks.js';
import { endpointUrl, urlProblem } from '../../src/webhooks/endpoint-url.js';
import { Config } from '../../src/platform/config/config.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { WEBHOOK_SECRETS, newWebhookSecret } from '../../src/webhooks/sending/signature.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, statuses, times } from '../support/given.js';
import { PASSWORD, owner, passDelays, sendWebhooks, storedDeliveries, webhookSender, openReceiver } from './outbox.js';

// As a shop on the internet: addresses of its own network are refused.
openShop({ RATE_LIMIT: 'off' });

const receiver = openReceiver();

// An address without a name, so that no name server is asked.
const URL_OF_OWNER = 'https://9.9.9.9/hooks';
const request = (changed: object = {}) => ({
  ...{ url: URL_OF_OWNER, events: ['order.paid'], description: 'Kho', current_password: PASSWORD },
  ...changed,
});

describe('an endpoint', () => {
  test('is registered with a secret that no other response shows, and that is stored encrypted', async () => {
    const admin = await owner();
    const made = answer(await admin.post('/api/admin/webhooks/', request()), NewWebhookEndpoint, 201);
    expect(made).toMatchObject({ url: URL_OF_OWNER, description: 'Kho', events: ['order.paid'], is_active: true });
    expect(made.secret).toMatch(/^whsec_/);
    const { secret, ...rest } = made;
    expect(answer(await admin.get('/api/admin/webhooks/'), WebhookEndpoint.array())).toEqual([rest]);
    const [row]: { text: string }[] = await shop().db.query(
      `SELECT (SELECT json_agg(w) FROM webhook_endpoints w)::text || (SELECT json_agg(a) FROM audit_entries a)::text AS text`,
    );
    expect(row?.text).toContain(URL_OF_OWNER);
    expect(row?.text).not.toContain(secret.slice(6));
  });

  test('gets further events with the administrator’s current password alone, and all administrators hear of it', async () => {
    const [admin, other] = [await owner(), await given.admin()];
    const { id } = answer(
      await admin.post('/api/admin/webhooks/', request({ events: ['stock.low'] })),
      NewWebhookEndpoint,
      201,
    );
    const one = `/api/admin/webhooks/${id}/`;
    for (const current_password of [undefined, '', 'falsch']) {
      const reply = await admin.patch(one, { events: ['stock.low', 'order.placed'], current_password });
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'current_password']]);
    }
    const notices = async () =>
      shop().db.query(`SELECT FROM mails WHERE template = 'webhook_widened' AND user_id = $1`, [other.id]);
    expect(await notices()).toHaveLength(1); // of the endpoint itself
    const events = ['stock.low', 'order.placed'];
    const widened = await admin.patch(one, { events, current_password: PASSWORD });
    expect(answer(widened, WebhookEndpoint).events).toEqual(events);
    expect(await notices()).toHaveLength(2);
    expect(answer(await admin.patch(one, { events: ['order.placed'] }), WebhookEndpoint).events).toEqual([
      'order.placed',
    ]);
  });

  test('needs the administrator’s current password', async () => {
    const admin = await owner();
    for (const current_password of ['', 'falsch']) {
      const reply = await admin.post('/api/admin/webhooks/', request({ current_password }));
      expect([reply.status, Object.keys(reply.body as object)]).toEqual([
        400,
        expect.arrayContaining(['current_password']),
      ]);
    }
    expect(answer(await admin.get('/api/admin/webhooks/'), WebhookEndpoint.array())).toEqual([]);
  });

  test.each([
    ['url', { url: 'not a url' }],
    ['url', { url: '' }],
    ['url', { url: 'ftp://9.9.9.9/' }],
    ['url', { url: 'https://user:pass@9.9.9.9/' }],
    ['url', { url: `https://9.9.9.9/${'a'.repeat(600)}` }],
    ['url', { url: `https://9.9.9.9/${'ệ'.repeat(100)}` }],
    ['events', { events: [] }],
    ['events.0', { events: ['order.stolen'] }],
  ])('with a wrong %s is refused: %j', async (field, changed) => {
    const reply = await (await owner()).post('/api/admin/webhooks/', request(changed));
    expect([reply.status, Object.keys(reply.body as object)]).toEqual([400, expect.arrayContaining([field])]);
  });

  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0/',
  ])('in a private network is refused: %s', async (url) => {
    const reply = await (
      await owner()
    ).post('/api/admin/webhooks/', request({ url: url.replace('PORT', `${receiver.port}`) }));
    expect(reply.status).toBe(400);
    expect((reply.body as { url: string[] }).url).toEqual(['Địa chỉ nằm trong mạng nội bộ nên không được dùng']);
  });

  test('in production needs https', async () => {
    const production = { isProduction: true, sendsWebhooksToPrivateNetwork: false };
    await expect(endpointUrl('http://9.9.9.9/', production)).rejects.toMatchObject({ status: 400 });
    expect(await endpointUrl('https://9.9.9.9/a#b', production)).toBe('https://9.9.9.9/a');
    expect(urlProblem(new URL('http://10.0.0.1/'), { ...production, sendsWebhooksToPrivateNetwork: true })).toContain(
      'https://',
    );
  });

  test('that changed after its editor saw it is not overwritten, nor is a password asked for', async () => {
    const admin = await owner();
    const { id, ...was } = answer(await admin.post('/api/admin/webhooks/', request()), NewWebhookEndpoint, 201);
    const one = `/api/admin/webhooks/${id}/`;
    answer(await admin.patch(one, { description: 'Kho Hà Nội', was }), WebhookEndpoint);
    const late = await admin.patch(one, { description: 'Kho', events: ['order.paid', 'stock.low'], was });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringMatching(/vừa được thay đổi ở nơi khác/)]);
    const [now] = answer(await admin.get('/api/admin/webhooks/'), WebhookEndpoint.array());
    expect(now).toMatchObject({ description: 'Kho Hà Nội', events: ['order.paid'] });
  });

  test('is changed, switched off and on, and deleted, each in the audit log', async () => {
    const admin = await owner();
    const { id } = answer(await admin.post('/api/admin/webhooks/', request()), NewWebhookEndpoint, 201);
    const one = `/api/admin/webhooks/${id}/`;
    const changed = answer(
      await admin.patch(one, {
        events: ['stock.low', 'stock.low'],
        description: '',
        current_password: PASSWORD,
      }),
      WebhookEndpoint,
    );
    expect(changed).toMatchObject({ events: ['stock.low'], description: '', url: URL_OF_OWNER });
    expect(answer(await admin.patch(one, { is_active: false }), WebhookEndpoint).is_active).toBe(false);
    expect((await admin.patch(one, { url: 'https://9.9.9.8/' })).status).toBe(200);
    expect(answer(await admin.get('/api/admin/webhooks/'), WebhookEndpoint.array())[0]?.url).toBe(URL_OF_OWNER);
    expect((await admin.delete(one)).status).toBe(204);
    expect((await admin.delete(one)).status).toBe(404);
    const log = answer(await admin.get(`/api/admin/audit/?subject=webhook&subject_id=${id}`), AuditEntry.array());
    expect(log.map(({ action, api_key: key }) => [action, key])).toEqual([
      ['delete', null],
      ['update', null],
      ['update', null],
      ['create', null],
    ]);
  });

  test('beyond the twentieth is refused, also when they are created at once', async () => {
    const admins = await times(4, owner);
    await shop().db.query(
      `INSERT INTO webhook_endpoints (url, events, secret) SELECT 'https://9.9.9.9/' || n, '{order.paid}', 'x'
       FROM generate_series(1, $1::integer) n`,
      [MAX_WEBHOOK_ENDPOINTS - 2],
    );
    const replies = await Promise.all(admins.map((admin) => admin.post('/api/admin/webhooks/', request())));
    expect(statuses(replies)).toEqual({ 201: 2, 409: 2 });
  });
});

describe('a connection', () => {
  /** Stores an endpoint as it was registered before its name got another address, or the setting was changed. */
  async function smuggle(url: string, secretFor = url): Promise<void> {
    const box = new SecretBox(shop().app.get(Config).jwtSecret, WEBHOOK_SECRETS);
    await shop().db.query(`INSERT INTO webhook_endpoints (url, events, secret) VALUES ($1, '{order.placed}', $2)`, [
      url,
      box.encrypt(newWebhookSecret(), secretFor),
    ]);
    await given.order(await given.shopper());
  }

  test('is not opened to a literal private address', async () => {
    await smuggle(`http://127.0.0.1:${receiver.port}/`);
    await sendWebhooks(webhookSender({}));
    expect(receiver.received).toEqual([]);
    expect(await errors()).toEqual(['Địa chỉ nằm trong mạng nội bộ nên không được dùng']);
    // Only the setting opens it.
    await passDelays();
    await sendWebhooks();
    expect(receiver.received).toHaveLength(1);
  });

  test('is not opened to a name that leads to a private address now', async () => {
    await smuggle(`http://localhost:${receiver.port}/`);
    await sendWebhooks(webhookSender({}));
    expect(receiver.received).toEqual([]);
    expect(await errors()).toEqual(['Không kết nối được: Địa chỉ nằm trong mạng nội bộ nên không được dùng']);
    await passDelays();
    await sendWebhooks();
    expect(receiver.received).toHaveLength(1);
  });

  test('to an endpoint whose address was changed in the database is not opened', async () => {
    await smuggle('https://9.9.9.8/', 'https://9.9.9.9/');
    await sendWebhooks(webhookSender({}));
    expect((await errors())[0]).toContain('khóa ký');
  });

  const errors = async () => {
    const rows: { error: string }[] = await shop().db.query('SELECT error FROM webhook_attempts ORDER BY id');
    return rows.map(({ error }) => error);
  };
});

describe('the log of an endpoint', () => {
  test('is listed by state and type, in pages, and is 404 without its endpoint', async () => {
    const admin = await owner();
    const { id } = answer(await admin.post('/api/admin/webhooks/', request()), NewWebhookEndpoint, 201);
    await shop().db.query(
      `INSERT INTO webhook_deliveries (endpoint_id, event_id, type, subject_id, state, sent_at)
       SELECT $1, 'evt_' || n, CASE WHEN n % 2 = 0 THEN 'order.paid' ELSE 'stock.low' END, n,
         CASE WHEN n = 1 THEN 'failed' ELSE 'sent' END, now() FROM generate_series(1, 5) n`,
      [id],
    );
    const list = async (query: string) =>
      answer(await admin.get(`/api/admin/webhooks/${id}/deliveries/${query}`), WebhookDelivery.array());
    expect((await list('')).map(({ subject_id }) => subject_id)).toEqual([5, 4, 3, 2, 1]);
    expect((await list('?state=failed')).map(({ subject_id }) => subject_id)).toEqual([1]);
    expect((await list('?type=order.paid')).map(({ subject_id }) => subject_id)).toEqual([4, 2]);
    const page = await admin.get(`/api/admin/webhooks/${id}/deliveries/?page=2&page_size=2`);
    expect(page.body).toMatchObject({ count: 5, page: 2, results: [{ subject_id: 3 }, { subject_id: 2 }] });
    expect((await admin.get('/api/admin/webhooks/999999/deliveries/')).status).toBe(404);
    expect(await storedDeliveries()).toHaveLength(5);
  });
});
