import { openShop, shop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop({
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  PAYMENTS: 'sandbox',
  ADMIN_PASSWORD: 'a password that is not common',
  PUBLIC_URL: 'https://shop.example.com',
});

const register = (fields: object) => visitor().post('/auth/users/', { password: 'mat-khau-1', ...fields });
const signIn = (username: unknown, password: unknown = 'mat-khau-1') =>
  visitor().post('/auth/jwt/create/', { username, password });

describe('in production a common password', () => {
  const COMMON = ['123456', 'matkhau123', 'MatKhau', 'abcabc', 'PASSWORD'];
  const OWN = { current_password: 'mat-khau-1' };

  test.each(COMMON)('%s is refused wherever one is chosen, with the field that holds it', async (password) => {
    const caller = await given.shopper({ password: 'mat-khau-1' });
    const admin = await given.admin({ password: 'mat-khau-1' });
    const { username } = caller;
    const email = `pho-bien-${caller.id}@example.com`;
    for (const reply of [
      await register({ username: `mới-${caller.id}`, email, password }),
      await caller.patch('/auth/users/me/', { password, ...OWN }),
      await caller.post('/auth/users/set_password/', { password, ...OWN }),
      await admin.put(`/auth/users/${caller.id}/`, { username, email, password, ...OWN }),
    ]) {
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'password']]);
      expect(reply.body.detail).toBe('Mật khẩu này quá phổ biến và dễ bị đoán. Vui lòng chọn mật khẩu khác.');
    }
  });

  test('is refused by a mailed link too, which stays valid for another password', async () => {
    const caller = await given.shopper({ password: 'mat-khau-1' });
    await visitor().post('/auth/users/reset_password/', {
      email: `${caller.username.replace('khách', 'khach')}@example.com`,
    });
    const [row]: { secret: object }[] = await shop().db.query(
      `SELECT secret FROM mails WHERE user_id = $1 AND template = 'password_reset'`,
      [caller.id],
    );
    const confirm = (new_password: string) =>
      visitor().post('/auth/users/reset_password_confirm/', { ...row?.secret, new_password });
    const reply = await confirm('123456');
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'new_password']]);
    expect((await confirm('k7-áo2')).status).toBe(204);
  });

  test('an uncommon one of six characters is taken, and the demo’s accounts still sign in', async () => {
    const { status } = await register({ username: 'sáu-ký-tự', email: 'sau@example.com', password: 'k7-ao2' });
    expect(status).toBe(201);
    const demo = await given.shopper({ password: 'khach123' });
    expect((await signIn(demo.username, 'khach123')).status).toBe(200);
  });
});
