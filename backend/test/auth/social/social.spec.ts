import request from 'supertest';
import { Me } from '../../../src/contract/accounts/profile.js';
import { Providers, SignedIn } from '../../../src/contract/accounts/auth.js';
import { LoginsService } from '../../../src/auth/login/logins.service.js';
import { Client, answer, openShop, shop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';
import { OAuthStandIn } from './oauth-server.js';

const PASSWORD = 'mat-khau-1';
let standIn: OAuthStandIn;
// Read by the settings when the shop opens, which is after this.
const env: NodeJS.ProcessEnv = {
  GOOGLE_CLIENT_ID: 'google',
  GOOGLE_CLIENT_SECRET: 'secret of google',
  FACEBOOK_CLIENT_ID: 'facebook',
  FACEBOOK_CLIENT_SECRET: 'secret of facebook',
  RATE_LIMIT: 'off',
};

type Provider = 'google' | 'facebook';

/** A browser on its way: it keeps cookies and follows no address by itself. */
class Browser {
  private readonly agent = request.agent(shop().url);

  async start(provider: Provider, query = ''): Promise<string> {
    const reply = await this.agent.get(`/auth/${provider}/${query}`);
    expect(reply.status).toBe(302);
    return reply.headers.location ?? '';
  }

  /** @returns the query of the page that the shop leads to */
  async comeBack(back: URL): Promise<Record<string, string>> {
    const reply = await this.agent.get(back.pathname + back.search);
    expect(reply.status).toBe(302);
    const page = new URL(reply.headers.location ?? '');
    expect([page.origin, page.pathname]).toEqual(['http://127.0.0.1:3000', '/login']);
    // Nothing in the address lets anybody in.
    expect(page.href).not.toMatch(/eyJ|code=|token/);
    return Object.fromEntries(page.searchParams);
  }

  async signIn(provider: Provider, query = ''): Promise<Record<string, string>> {
    return this.comeBack(standIn.agree(await this.start(provider, query)));
  }

  exchange() {
    return this.agent.post('/auth/jwt/social/');
  }

  /** Signs in, and who that is. */
  async me(provider: Provider): Promise<Me> {
    return answer(await new Client(await this.access(provider)).get('/auth/users/me/'), Me);
  }

  /** Signs in. @returns the access token */
  async access(provider: Provider): Promise<string> {
    expect(await this.signIn(provider)).toEqual({ social: 'done' });
    return answer(await this.exchange(), SignedIn).access;
  }
}

const google = (email: string, rest: object = {}) => ({
  sub: `google-${email}`,
  email,
  email_verified: true,
  given_name: 'Mai',
  family_name: 'Trần',
  ...rest,
});
const facebook = (email: string | undefined, id = `fb-${email}`) => ({
  id,
  email,
  first_name: 'Mai',
  last_name: 'Trần',
});
const signIn = (username: string, password = PASSWORD) => visitor().post('/auth/jwt/create/', { username, password });

describe('with keys', () => {
  beforeAll(async () => {
    standIn = await OAuthStandIn.open();
    env.OAUTH_STAND_IN = standIn.url;
  });
  afterAll(() => standIn.close());
  openShop(env);

  test('both providers are offered', async () => {
    expect(answer(await visitor().get('/auth/providers/'), Providers)).toEqual({ google: true, facebook: true });
  });

  test.each<[Provider, (email: string) => Record<string, unknown>]>([
    ['google', google],
    ['facebook', facebook],
  ])(
    '%s makes an account for a new e-mail, and finds it again whatever the e-mail is by then',
    async (provider, person) => {
      standIn.person = person(`ngoc.${provider}@example.com`);
      const me = await new Browser().me(provider);
      expect(me).toMatchObject({
        username: expect.stringMatching(/^khach-[0-9a-z]{8}$/) as string,
        email: `ngoc.${provider}@example.com`,
        first_name: 'Mai',
        last_name: 'Trần',
        isAdmin: false,
      });
      const mails: unknown[] = await shop().db.query('SELECT template FROM mails WHERE user_id = $1', [me.id]);
      expect(mails).toEqual([{ template: 'welcome' }]);
      standIn.person = { ...standIn.person, email: 'khac@example.com' };
      expect((await new Browser().me(provider)).id).toBe(me.id);
    },
  );

  test('a new account’s user name tells nothing of its e-mail, and its owner may change it', async () => {
    standIn.person = google('co.roi@example.org');
    const owner = new Client(await new Browser().access('google'));
    const { username } = answer(await owner.get('/auth/users/me/'), Me);
    standIn.person = google('a@example.org');
    const other = await new Browser().me('google');
    for (const name of [username, other.username]) expect(name).toMatch(/^khach-[0-9a-z]{8}$/);
    expect(username).not.toBe(other.username);
    const renamed = await owner.patch('/auth/users/me/', { username: 'Cò.rồi' });
    expect(answer(renamed, Me).username).toBe('Cò.rồi');
  });

  test('concurrent callbacks of one person create one account', async () => {
    standIn.person = google('cung-luc@example.com');
    const all = await Promise.all(Array.from({ length: 5 }, () => new Browser().me('google')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  test('a verified e-mail opens its account, and locks out the person who registered it without owning the e-mail', async () => {
    const squatter = await given.shopper({ password: PASSWORD });
    const { email, id } = answer(await squatter.get('/auth/users/me/'), Me);
    standIn.person = google(email.toUpperCase());
    expect((await new Browser().me('google')).id).toBe(id);
    expect((await squatter.get('/auth/users/me/')).status).toBe(401);
    expect((await signIn(email)).status).toBe(401);
  });

  test('the password of an owner with a verified e-mail stays', async () => {
    const owner = await given.shopper({ password: PASSWORD });
    const { email, id } = answer(await owner.get('/auth/users/me/'), Me);
    await given.provedMailbox(owner);
    standIn.person = google(email);
    expect((await new Browser().me('google')).id).toBe(id);
    expect((await signIn(email)).status).toBe(200);
  });

  test.each<[string, Provider, (email: string) => object]>([
    ['Google has not verified', 'google', (email) => google(email, { email_verified: false })],
    ['Facebook tells', 'facebook', (email) => facebook(email)],
  ])('an e-mail that %s does not open the account that has it', async (_what, provider, person) => {
    const owner = await given.shopper({ password: PASSWORD });
    const { email } = answer(await owner.get('/auth/users/me/'), Me);
    standIn.person = person(email) as Record<string, unknown>;
    const browser = new Browser();
    expect(await browser.signIn(provider)).toEqual({ social: 'email-taken' });
    expect((await browser.exchange()).status).toBe(401);
    expect((await signIn(email)).status).toBe(200);
  });

  test('no e-mail opens an administrator’s account', async () => {
    standIn.person = google('admin@example.com');
    expect(await new Browser().signIn('google')).toEqual({ social: 'email-taken' });
    expect((await signIn('admin', 'admin123')).status).toBe(200);
  });

  test.each<Provider>(['google', 'facebook'])(
    '%s does not open the account of a shopper who became an administrator, and opens it again when it is none',
    async (provider) => {
      standIn.person = { google, facebook }[provider](`len-chuc.${provider}@example.com`);
      const { id } = await new Browser().me(provider);
      const makeStaff = (isStaff: boolean) =>
        shop().db.query('UPDATE users SET is_staff = $2 WHERE id = $1', [id, isStaff]);
      await makeStaff(true);
      const browser = new Browser();
      expect(await browser.signIn(provider)).toEqual({ social: 'administrator' });
      expect((await browser.exchange()).status).toBe(401);
      await makeStaff(false);
      expect((await new Browser().me(provider)).id).toBe(id);
    },
  );

  test('a promotion between the check and the login leaves no login', async () => {
    standIn.person = google('vua-len-chuc@example.com');
    const { id } = await new Browser().me('google');
    const logins = shop().app.get(LoginsService);
    const createLogin = logins.createLogin.bind(logins);
    jest.spyOn(logins, 'createLogin').mockImplementation(async (...args) => {
      await shop().db.query('UPDATE users SET is_staff = true WHERE id = $1', [id]);
      return createLogin(...args);
    });
    expect(await new Browser().signIn('google')).toEqual({ social: 'administrator' });
  });

  test('an e-mail that is somebody’s user name creates no account', async () => {
    // Such names are from before registration refused them.
    const { id } = await given.shopper();
    await shop().db.query('UPDATE users SET username_key = $2 WHERE id = $1', [id, 'la@example.com']);
    standIn.person = google('la@example.com');
    expect(await new Browser().signIn('google')).toEqual({ social: 'email-taken' });
  });

  test('an account of another user of the provider is not opened by its e-mail', async () => {
    standIn.person = google('doi-chu@example.com');
    await new Browser().me('google');
    standIn.person = google('doi-chu@example.com', { sub: 'somebody else' });
    expect(await new Browser().signIn('google')).toEqual({ social: 'email-taken' });
  });

  test('a profile without an e-mail gets no account, and a locked account is not opened', async () => {
    standIn.person = facebook(undefined, '77');
    expect(await new Browser().signIn('facebook')).toEqual({ social: 'no-email' });
    standIn.person = google('khoa@example.com');
    const { id } = await new Browser().me('google');
    await shop().db.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    expect(await new Browser().signIn('google')).toEqual({ social: 'locked' });
  });

  test('after the sign-in the visitor is back at the page that they wanted', async () => {
    standIn.person = google('duong@example.com');
    const page = await new Browser().signIn('google', '?redirect=%2Forders%2F5%3Ftab%3D1');
    expect(page).toEqual({ social: 'done', redirect: '/orders/5?tab=1' });
  });

  test('the tokens are given once, to the browser that signed in', async () => {
    standIn.person = google('mot-lan@example.com');
    const browser = new Browser();
    await browser.signIn('google');
    expect((await visitor().post('/auth/jwt/social/')).status).toBe(401);
    answer(await browser.exchange(), SignedIn);
    expect((await browser.exchange()).status).toBe(401);
  });

  test('the cookies are hidden from scripts and expire within minutes', async () => {
    standIn.person = google('banh@example.com');
    const started = await visitor().get('/auth/google/');
    expect(started.headers['set-cookie']?.[0]).toMatch(
      /^social_state=.*Max-Age=600; Path=\/auth\/;.*HttpOnly; SameSite=Lax/,
    );
    const back = standIn.agree(started.headers.location ?? '');
    const cookie = started.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const reply = await visitor().get(back.pathname + back.search, { Cookie: cookie });
    const cookies = reply.headers['set-cookie'] as unknown as string[];
    expect(cookies).toHaveLength(2);
    expect(cookies[0]).toMatch(/^social_state=; Path=\/auth\/; Expires=Thu, 01 Jan 1970/);
    expect(cookies[1]).toMatch(/^social_login=.*Max-Age=60; Path=\/auth\/jwt\/;.*HttpOnly; SameSite=Strict/);
  });

  test.each<[string, (browser: Browser) => Promise<URL>]>([
    ['another browser', async () => standIn.agree(await new Browser().start('google'))],
    [
      'another state',
      async (browser) => {
        const back = standIn.agree(await browser.start('google'));
        back.searchParams.set('state', 'x');
        return back;
      },
    ],
    [
      'the other provider',
      async (browser) => {
        const back = standIn.agree(await browser.start('google'));
        back.pathname = '/auth/facebook/callback/';
        return back;
      },
    ],
    [
      'a code that was never given',
      async (browser) => {
        const back = standIn.agree(await browser.start('google'));
        back.searchParams.set('code', 'x');
        return back;
      },
    ],
    ['nothing', async () => new URL('/auth/google/callback/?code=x', shop().url)],
  ])('a way back of %s lets nobody in', async (_what, prepare) => {
    standIn.person = google('chan@example.com');
    const browser = new Browser();
    expect(await browser.comeBack(await prepare(browser))).toEqual({ social: 'failed' });
    expect((await browser.exchange()).status).toBe(401);
  });

  test('after a cancelled or failed sign-in the visitor is back at the page', async () => {
    const browser = new Browser();
    const authorizeUrl = new URL(await browser.start('google'));
    const state = authorizeUrl.searchParams.get('state') ?? '';
    const back = new URL(authorizeUrl.searchParams.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ error: 'access_denied', state }).toString();
    expect(await browser.comeBack(back)).toEqual({ social: 'cancelled' });
    back.search = new URLSearchParams({ error: 'server_error', state }).toString();
    expect(await browser.comeBack(back)).toEqual({ social: 'failed' });
    standIn.failures.push(503);
    expect(await browser.signIn('google')).toEqual({ social: 'failed' });
    standIn.person = { nonsense: true };
    expect(await browser.signIn('google')).toEqual({ social: 'failed' });
  });
});

describe('without keys', () => {
  openShop();

  test('neither provider is offered', async () => {
    expect(answer(await visitor().get('/auth/providers/'), Providers)).toEqual({ google: false, facebook: false });
    for (const path of ['google/', 'facebook/', 'google/callback/?code=x&state=y', 'twitter/']) {
      expect((await visitor().get(`/auth/${path}`)).status).toBe(404);
    }
    expect((await visitor().post('/auth/jwt/social/')).status).toBe(401);
  });
});
