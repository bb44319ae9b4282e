// @ts-check

/**
 * What keeps strangers, ordinary accounts and bad settings from harming the shop.
 *
 * @type {import('./guards.mjs').Guard[]}
 */
export const SECURITY_GUARDS = [
  {
    name: 'unpaid orders of one account are counted',
    file: 'orders/place-orders.ts',
    code: 'holdings?.add(cart) ?? cart',
    without: 'cart',
    specs: 'test/security/unpaid-orders',
  },
  {
    name: 'calls with a rate limit are counted',
    file: 'common/rate-limits.ts',
    code: 'await this.limits.take(limit, user ? `user ${user.id}` : networkOf(ip));',
    without: '',
    specs: 'test/security/rate-limits',
  },
  {
    name: 'an unknown name costs as much as a wrong password',
    file: 'auth/passwords.ts',
    code: 'passwordHash || (await decoy)',
    without: "passwordHash || ''",
    specs: 'test/security/enumeration',
  },
  {
    name: 'payments keep places of the pool',
    file: 'db/shared-pool.ts',
    code: "return lane === 'payment' || this.held.other < Math.max(1, this.count - Math.ceil(this.count * KEPT_SHARE));",
    without: 'return true;',
    specs: 'test/unit/places',
  },
  {
    name: 'health checks do not take the pool',
    file: 'db/shared-pool.ts',
    code: 'return this.held.health < MOST_OF_HEALTH;',
    without: 'return true;',
    specs: 'test/unit/places',
  },
  {
    name: 'an address without tries is not remembered by the names that it makes up',
    file: 'auth/attempts.service.ts',
    code: "await this.limits.mustHaveLeft('address', address);",
    without: '',
    specs: 'test/auth/limits',
  },
  {
    name: 'new calls are shed while the event loop is late',
    file: 'common/front.adapter.ts',
    code: 'if (watchdog.sheds(call.kind)) return refuse(call, response);',
    without: '',
    specs: 'test/security/overload',
  },
  {
    name: 'a wait for a connection ends with 503',
    file: 'common/error.filter.ts',
    code: 'thrown instanceof TooFewConnections ||',
    without: '',
    specs: 'test/security/pools',
  },
  {
    name: 'a bare list of orders ends at a bound of lines',
    file: 'orders/load-orders.ts',
    code: 'if (ids.length <= MAX_PAGE_SIZE) return ids;',
    without: 'return ids;',
    specs: 'test/security/order-lists',
  },
  {
    name: 'one account has a bounded number of favourites',
    file: 'catalog/favorites.service.ts',
    code: 'LIMIT ${MAX_FAVORITES}) f) < ${MAX_FAVORITES}',
    without: 'LIMIT ${MAX_FAVORITES}) f) <= ${MAX_FAVORITES}',
    specs: 'test/security/bounds',
  },
  {
    name: 'production takes test cards only when it is told to',
    file: 'config/read.js',
    code: "if (PAYMENTS === 'sandbox' || (key && !isTestKey(key))) return;",
    without: "if (PAYMENTS === 'sandbox' || key) return;",
    specs: 'test/unit/config',
  },
  {
    name: 'a production administrator has no common password',
    file: 'config/read.js',
    code: 'else if (isCommonPassword(ADMIN_PASSWORD))',
    without: 'else if (!ADMIN_PASSWORD)',
    specs: 'test/unit/config',
  },
  {
    name: 'an address is believed from trusted proxies alone',
    file: 'config/trusted-proxies.js',
    code: 'hop < trustProxy',
    without: 'hop <= trustProxy',
    specs: 'test/unit/trusted-proxies',
  },
  {
    name: 'a code of the second factor works once',
    file: 'auth/two-factor/two-factor.service.ts',
    code: 'WHERE user_id = $1 AND last_step < $2',
    without: 'WHERE user_id = $1 AND $2 IS NOT NULL',
    specs: 'test/auth/two-factor',
  },
  {
    name: 'an administrator without a second factor is none where it is required',
    file: 'auth/logins.service.ts',
    code: 'isAdmin: isStaff && !lacks',
    without: 'isAdmin: isStaff',
    specs: 'test/auth/two-factor',
  },
  {
    name: 'an administrator’s login ends after twelve hours',
    file: 'auth/logins.service.ts',
    code: "AND NOT (u.is_staff AND l.created_at <= now() - interval '${ADMIN_HOURS} hours')",
    without: '',
    specs: 'test/auth/sessions',
  },
  {
    name: 'an administrator gives the password to change an account',
    file: 'auth/admin-users.service.ts',
    code: 'password !== undefined || email !== (await this.open(id)).email',
    without: 'false',
    specs: 'test/auth/admin-users',
  },
  {
    name: 'a picture that is costly to decode is refused by its header',
    file: 'media/decoding.ts',
    code: 'if (decodingBytes(metadata) > MOST_BYTES) throw tooCostly();',
    without: '',
    specs: 'test/security/pictures',
  },
  {
    name: 'one address has a bounded number of pictures under way',
    file: 'media/upload-gate.ts',
    code: '|| here >= LIMITS[lane].address',
    without: '',
    specs: 'test/security/pictures',
  },
  {
    name: 'a draining process closes its connections',
    file: 'http-drain.ts',
    code: 'if (this.isDraining) response.shouldKeepAlive = false;',
    without: '',
    specs: 'test/unit/http-drain',
  },
];
