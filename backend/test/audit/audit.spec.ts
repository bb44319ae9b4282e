import { recordAudit, changedFields } from '../../src/audit/audit.js';
import { AuditEntry } from '../../src/contract/administration/audit.js';
import { pageSchema } from '../../src/contract/common.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';

openShop();

const AuditPage = pageSchema(AuditEntry);
const read = async (admin: Shopper, query = '') =>
  answer(await admin.get(`/api/admin/audit/?page=1${query}`), AuditPage).results;

test('a change is logged with actor, address, and the fields that differ before and after', async () => {
  const admin = await given.admin();
  await admin.put('/api/settings/', { phone: '1900 1234', tax_percent: 8 });
  const [entry] = await read(admin);
  expect(entry).toMatchObject({
    actor: { id: admin.id, username: admin.username },
    address: '127.0.0.1',
    action: 'update',
    subject: 'settings',
    subject_id: null,
    before: { phone: '1900 0000', tax_percent: 5 },
    after: { phone: '1900 1234', tax_percent: 8 },
  });
  expect(Object.keys(entry?.after ?? {})).toEqual(['phone', 'tax_percent']);
  await admin.put('/api/settings/', { phone: '1900 1234' });
  expect(await read(admin, '&subject=settings')).toHaveLength(1);
});

test('only fields with a label on the page can be logged', async () => {
  const actor = { id: (await given.admin()).id, address: '' };
  const entry = { action: 'update', subject: 'user', name: 'hoa' } as const;
  const tx = shop().db.manager;
  // @ts-expect-error: the contract does not name it
  await recordAudit(tx, actor, { ...entry, after: { moon: 'full' } });
  // @ts-expect-error: nor in a value that is made elsewhere
  await recordAudit(tx, actor, { ...entry, before: full });
  await recordAudit(tx, actor, { ...entry, before: { two_factor: true }, after: { two_factor: false } });
});
const full = { two_factor: true, moon: 'full' };

test('is filtered by text, action, subject, administrator and day', async () => {
  const [admin, other] = [await given.admin(), await given.admin()];
  const actor = { id: admin.id, isAdmin: true, loginId: '', address: '10.0.0.7' };
  const tx = shop().db.manager;
  await recordAudit(tx, actor, { action: 'delete', subject: 'coupon', id: 12, name: 'TẾT 50%' });
  await recordAudit(tx, { ...actor, id: other.id }, { action: 'create', subject: 'coupon', id: 13, name: 'HÈ' });
  const names = async (query: string) => (await read(admin, query)).map(({ subject_name: name }) => name);
  expect(await names('&search=tet 50%25')).toEqual(['TẾT 50%']);
  expect(await names('&search=50_')).toEqual([]);
  expect(await names('&action=create&subject=coupon')).toEqual(['HÈ']);
  expect(await names('&subject=coupon&subject_id=12')).toEqual(['TẾT 50%']);
  expect(await names(`&actor=${other.id}`)).toEqual(['HÈ']);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date());
  expect(await names(`&subject=coupon&from=${today}&to=${today}`)).toEqual(['HÈ', 'TẾT 50%']);
  expect(await names(`&to=2020-01-01`)).toEqual([]);
});

test('half a surrogate pair is logged as a replacement character', async () => {
  const admin = await given.admin();
  expect((await admin.put('/api/settings/', { address: '1 Lê \ud800 Lợi' })).status).toBe(200);
  const [entry] = await read(admin);
  expect(entry?.after).toEqual({ address: '1 Lê \ufffd Lợi' });
});

test.each(['action=fly', 'subject=moon', 'from=2026-02-30', 'actor=abc', 'page=0'])('refuses %s', async (query) => {
  const admin = await given.admin();
  expect((await admin.get(`/api/admin/audit/?${query}`)).status).toBe(400);
});

test('the log is append-only', async () => {
  const admin = await given.admin();
  await admin.put('/api/settings/', { address: '1 Lê Lợi' });
  for (const statement of [`UPDATE audit_entries SET ip_address = ''`, 'DELETE FROM audit_entries']) {
    await expect(shop().db.query(statement)).rejects.toThrow(/permission denied|never changed/);
  }
});

test('only the fields that differ between two states are kept', () => {
  expect(changedFields({ a: 1, b: [1], c: null }, { a: 1, b: [2], c: 3 })).toEqual({
    before: { b: [1], c: null },
    after: { b: [2], c: 3 },
  });
  expect(changedFields({ a: 1 }, { a: 1 })).toEqual({});
  expect(changedFields(undefined, { a: 1 })).toEqual({ before: undefined, after: { a: 1 } });
});
