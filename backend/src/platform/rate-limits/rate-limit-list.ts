const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Limit {
  /** The number of events allowed within `duration`, which starts with the first one. */
  points: number;
  /** In seconds. */
  duration: number;
  /** The counted events and their key, in the words of docs/security.md. */
  counts: string;
  /** The limit's name in the store, where it differs: kept when a limit is renamed whose counts must outlive an upgrade. */
  storedAs?: string;
  /** Counts by network, see `networkOf`, and by the site around it, which is allowed `SITE_FACTOR` times as many. */
  byAddress?: boolean;
}

/**
 * All rate limits of the API. A stranger can use up an account's limits, so they are high, end soon, and do not apply to an
 * address from which the owner has signed in before. An address may be a school's, so limits by address are high too.
 *
 * A name is the counted event, then `Per` and its key. Without `Per` the key is the caller: the account, or a visitor's address.
 * `Daily` is a second limit on the same events.
 */
export const RATE_LIMITS = {
  signInPerAccountAndAddress: { points: 10, duration: 15 * MINUTE, counts: 'sign-ins to one account from one address' },
  signInPerAccount: { points: 100, duration: 10 * MINUTE, counts: 'sign-ins to one account from everywhere' },
  signInPerAddress: {
    points: 100,
    duration: 15 * MINUTE,
    counts: 'sign-ins to all accounts from one address',
    byAddress: true,
  },
  // A mark, not a limit: `signInPerAccount` does not apply to such an address.
  knownAddress: {
    points: 1,
    duration: 14 * DAY,
    counts: 'exempt from it: addresses that signed in to the account',
    storedAs: 'known',
  },
  // Never refunded: each right password costs a hash too.
  rightPasswordPerAccount: { points: 300, duration: 10 * MINUTE, counts: 'right passwords of one account' },
  // Pages refresh once an hour and when they load; tabs share the result.
  tokenRefreshPerLogin: { points: 60, duration: 10 * MINUTE, counts: 'token refreshes of one login' },
  currentPasswordPerAccount: { points: 10, duration: 15 * MINUTE, counts: 'current passwords given by one account' },
  // Three of a million codes are valid, so a day's attempts guess one in 6,000 days.
  secondFactorPerAccount: {
    points: 5,
    duration: 15 * MINUTE,
    counts: 'second factors of one account, from each known address, from all others, and signed in',
  },
  secondFactorPerAccountDaily: { points: 50, duration: DAY, counts: 'the same in a day' },
  callPerApiKey: { points: 600, duration: MINUTE, counts: 'calls with one API key' },
  credentialChangePerAccount: { points: 20, duration: HOUR, counts: 'changes of e-mail and password by one account' },
  resetMailPerEmail: { points: 5, duration: HOUR, counts: 'password reset mails to one e-mail address' },
  resetMailPerAddress: {
    points: 30,
    duration: HOUR,
    counts: 'password reset mails asked for from one address',
    byAddress: true,
  },
  registrationPerAddress: { points: 200, duration: HOUR, counts: 'registrations from one address', byAddress: true },
  // Each call sends mails, possibly to a person who requested none.
  accountPerEmail: { points: 5, duration: HOUR, counts: 'accounts that take one e-mail address' },
  resetConfirm: {
    points: 60,
    duration: HOUR,
    counts: 'new passwords set by a mailed link from one address',
    byAddress: true,
  },
  placeOrder: { points: 60, duration: 10 * MINUTE, counts: 'orders placed by one account' },
  // Their records stay for ever, and each order sends mails, also one that is cancelled at once.
  placeOrderDaily: { points: 300, duration: DAY, counts: 'orders placed by one account in a day' },
  couponCheck: { points: 100, duration: 10 * MINUTE, counts: 'coupon checks by one account' },
  walletPayment: { points: 300, duration: 10 * MINUTE, counts: 'payments from a wallet tried by one account' },
  cardPayment: { points: 60, duration: 10 * MINUTE, counts: 'card payments and deposits started by one account' },
  cardConfirm: { points: 120, duration: 10 * MINUTE, counts: 'card payments and deposits confirmed by one account' },
  bankWebhook: {
    points: 600,
    duration: MINUTE,
    counts: "reports of the bank's webhook from one address",
    byAddress: true,
  },
  refundRequest: { points: 30, duration: HOUR, counts: 'refund requests by one account' },
  review: { points: 30, duration: HOUR, counts: 'reviews by one account' },
  profileChange: { points: 60, duration: 10 * MINUTE, counts: 'changes of the profile by one account' },
  avatarUpload: { points: 20, duration: 10 * MINUTE, counts: 'avatars uploaded by one account' },
  accountDeletion: { points: 20, duration: HOUR, counts: 'attempts of one account to delete itself' },
  personalDataDownload: { points: 10, duration: HOUR, counts: 'downloads of personal data by one account' },
  newsletter: { points: 30, duration: HOUR, counts: 'newsletter subscriptions from one address', byAddress: true },
  stockAlert: { points: 30, duration: HOUR, counts: 'stock alerts asked for from one address', byAddress: true },
  stockAlertPerEmail: { points: 10, duration: DAY, counts: 'stock alerts asked for with one e-mail address' },
  stockAlertLink: {
    points: 60,
    duration: HOUR,
    counts: 'stock alerts confirmed or cancelled from one address',
    byAddress: true,
  },
  cartReminderChange: {
    points: 200,
    duration: 10 * MINUTE,
    counts: 'changes of the kept cart and its consent by one account',
  },
  cartReminderLink: {
    points: 60,
    duration: HOUR,
    counts: 'cart reminders confirmed or ended by link from one address',
    byAddress: true,
  },
  suggest: {
    points: 600,
    duration: MINUTE,
    counts: 'suggestions to one account or one address, uncached',
    byAddress: true,
  },
  aiSearch: {
    points: 60,
    duration: MINUTE,
    counts: 'AI searches by one account, or from one address',
    byAddress: true,
  },
  searchEvents: {
    points: 120,
    duration: MINUTE,
    counts: 'reports of searches by one account, or from one address',
    byAddress: true,
  },
  browserReports: {
    points: 30,
    duration: MINUTE,
    counts: 'reports of browsers by one account or one address',
    byAddress: true,
  },
  // Messages stay as long as their account.
  chatMessageDaily: { points: 1_000, duration: DAY, counts: 'chat messages of one shopper in a day' },
  countedSearchEvent: { points: 500, duration: DAY, counts: 'of these, such as are counted', byAddress: true },
  // Only with Redis: a process remembers by itself what it counted.
  sameSearchEvent: { points: 1, duration: DAY, counts: 'of these, of one query and product' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof RATE_LIMITS;
