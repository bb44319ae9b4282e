const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Limit {
  /** The number of events allowed within `duration`, which starts with the first one. */
  points: number;
  /** In seconds. */
  duration: number;
  /** The counted events and their key, in the words of docs/security/limits.md. */
  counts: string;
  /** The limit's name in the store, where it differs: kept when a limit is renamed whose counts must outlive an upgrade. */
  storedAs?: string;
  /** Counts by network, see `networkOf`, and by the site around it, which is allowed `SITE_FACTOR` times as many. */
  byAddress?: boolean;
  /** Counts guesses and costly hashes, so it applies to this machine's own callers too, see `RateLimits.exempts`. */
  isOfPasswords?: boolean;
}

/**
 * All rate limits of the API. A stranger can use up an account's limits, so they are high, end soon, and do not apply to an
 * address from which the owner has signed in before. An address may be a school's, so limits by address are high too.
 *
 * A name is the counted event, then `Per` and its key. A `Caller` is an account, or a visitor's address. `Daily` limits the events of a day.
 */
export const RATE_LIMITS = {
  signInPerAccountAndAddress: { points: 10, duration: 15 * MINUTE, counts: 'sign-ins to one account from one address' },
  signInPerAccount: { points: 100, duration: 10 * MINUTE, counts: 'sign-ins to one account from everywhere' },
  signInPerAddress: {
    points: 100,
    duration: 15 * MINUTE,
    counts: 'sign-ins to all accounts from one address',
    byAddress: true,
    isOfPasswords: true,
  },
  // A mark, not a limit: `signInPerAccount` does not apply to such an address.
  knownAddress: {
    points: 1,
    duration: 14 * DAY,
    counts: 'known addresses of an account, exempt from its sign-ins from everywhere',
    storedAs: 'known',
  },
  // Never refunded: each right password costs a hash too.
  rightPasswordPerAccount: { points: 300, duration: 10 * MINUTE, counts: 'right passwords of one account' },
  // Never refunded either. A login lasts 30 days, so two a second are more than a carrier's address needs on a day of sales; their hashes
  // take 3 % of a process's.
  rightPasswordPerAddress: {
    points: 1_200,
    duration: 10 * MINUTE,
    counts: 'right passwords of all accounts from one address',
    byAddress: true,
    isOfPasswords: true,
  },
  // Pages refresh once an hour and when they load; tabs share the result.
  tokenRefreshPerLogin: { points: 60, duration: 10 * MINUTE, counts: 'token refreshes of one login' },
  currentPasswordPerAccount: { points: 10, duration: 15 * MINUTE, counts: 'current passwords given by one account' },
  // Three of a million codes are valid, so a day's attempts guess one in 6,000 days.
  secondFactorPerAccount: {
    points: 5,
    duration: 15 * MINUTE,
    counts: 'second factors of one account, from each known address, from all others, and signed in',
  },
  secondFactorPerAccountDaily: {
    points: 50,
    duration: DAY,
    counts: 'second factors of one account, counted in the same way, in a day',
  },
  callPerApiKey: { points: 600, duration: MINUTE, counts: 'calls with one API key' },
  credentialChangePerAccount: { points: 20, duration: HOUR, counts: 'changes of e-mail and password by one account' },
  // Each change sends a mail, or two, possibly to a person who has no account.
  credentialMailPerEmail: {
    points: 5,
    duration: DAY,
    counts: 'changes of e-mail or password mailed to one unproved address',
  },
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
  resetConfirmPerCaller: {
    points: 60,
    duration: HOUR,
    counts: 'new passwords set by a mailed link by one account or one address',
    byAddress: true,
    isOfPasswords: true,
  },
  placeOrderPerAccount: { points: 60, duration: 10 * MINUTE, counts: 'orders placed by one account' },
  // Their records stay for ever, and each order sends mails, also one that is cancelled at once.
  placeOrderPerAccountDaily: {
    points: 300,
    duration: DAY,
    counts: 'orders placed by one account in a day',
    storedAs: 'placeOrderDaily',
  },
  // Each order sends one mail, and another when it expires or the shop cancels it.
  orderMailPerEmail: { points: 5, duration: DAY, counts: 'orders mailed to one unproved address' },
  couponCheckPerAccount: { points: 100, duration: 10 * MINUTE, counts: 'coupon checks by one account' },
  walletPaymentPerAccount: {
    points: 300,
    duration: 10 * MINUTE,
    counts: 'payments from a wallet tried by one account',
  },
  cardPaymentPerAccount: {
    points: 60,
    duration: 10 * MINUTE,
    counts: 'card payments and deposits started by one account',
  },
  cardConfirmPerAccount: {
    points: 120,
    duration: 10 * MINUTE,
    counts: 'card payments and deposits confirmed by one account',
  },
  bankWebhookPerAddress: {
    points: 600,
    duration: MINUTE,
    counts: "reports of the bank's webhook from one address",
    byAddress: true,
  },
  refundRequestPerAccount: { points: 30, duration: HOUR, counts: 'refund requests by one account' },
  reviewPerAccount: { points: 30, duration: HOUR, counts: 'reviews by one account' },
  profileChangePerAccount: { points: 60, duration: 10 * MINUTE, counts: 'changes of the profile by one account' },
  avatarUploadPerAccount: { points: 20, duration: 10 * MINUTE, counts: 'avatars uploaded by one account' },
  selfDeletionPerAccount: { points: 20, duration: HOUR, counts: 'attempts of one account to delete itself' },
  personalDataDownloadPerAccount: { points: 10, duration: HOUR, counts: 'downloads of personal data by one account' },
  newsletterPerCaller: {
    points: 30,
    duration: HOUR,
    counts: 'newsletter subscriptions by one account or one address',
    byAddress: true,
  },
  stockAlertPerCaller: {
    points: 30,
    duration: HOUR,
    counts: 'stock alerts asked for by one account or one address',
    byAddress: true,
  },
  stockAlertPerEmail: {
    points: 10,
    duration: DAY,
    counts: 'stock alerts asked for with one e-mail address, except by its proved owner',
  },
  stockAlertLinkPerCaller: {
    points: 60,
    duration: HOUR,
    counts: 'stock alerts confirmed or cancelled by one account or one address',
    byAddress: true,
  },
  cartReminderChangePerAccount: {
    points: 200,
    duration: 10 * MINUTE,
    counts: 'changes of the kept cart and its consent by one account',
  },
  cartReminderLinkPerCaller: {
    points: 60,
    duration: HOUR,
    counts: 'cart reminders confirmed or ended by link by one account or one address',
    byAddress: true,
  },
  suggestionPerCaller: {
    points: 600,
    duration: MINUTE,
    counts: 'uncached suggestions to one account or one address',
    byAddress: true,
  },
  aiSearchPerCaller: {
    points: 60,
    duration: MINUTE,
    counts: 'AI searches by one account or one address',
    byAddress: true,
  },
  searchReportPerCaller: {
    points: 120,
    duration: MINUTE,
    counts: 'reports of searches by one account or one address',
    byAddress: true,
  },
  browserReportPerCaller: {
    points: 30,
    duration: MINUTE,
    counts: 'reports of browsers by one account or one address',
    byAddress: true,
  },
  // Messages stay as long as their account.
  chatMessagePerAccountDaily: {
    points: 1_000,
    duration: DAY,
    counts: 'chat messages of one shopper in a day',
    storedAs: 'chatMessageDaily',
  },
  searchEventPerAddressDaily: {
    points: 500,
    duration: DAY,
    counts: 'search events counted from one address in a day',
    byAddress: true,
    storedAs: 'countedSearchEvent',
  },
  // Only with Redis: a process remembers by itself what it counted.
  searchEventPerQueryAndProductDaily: {
    points: 1,
    duration: DAY,
    counts: 'search events of one caller, query and product counted in a day',
    storedAs: 'sameSearchEvent',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof RATE_LIMITS;
