/** The groups of the API's calls, in the order in which the API page shows them, with one line about each. */
export const API_TAGS = {
  'Sign-in': 'Signing in and out, devices, Google and Facebook, forgotten passwords, the second factor.',
  Accounts: 'Registration, profile, address book and personal data; the accounts of others for administrators.',
  Catalogue: 'Products, variants, brands, categories, colours and sizes, as shoppers see them.',
  Search: 'Suggestions while somebody types, search by a sentence or a picture, and what browsers report of searches.',
  Reviews: 'Reviews of products, with photos that an administrator approves.',
  Favourites: 'The products that an account has marked.',
  'Stock alerts': 'One mail when sold-out goods have stock again.',
  'Cart reminders': 'One mail about a cart that was left, for accounts that have agreed to it.',
  Orders: 'Placing, reading, cancelling and delivering orders.',
  Coupons: 'Codes that make an order cheaper.',
  Payments: 'Payment of orders by card, by bank transfer and in cash on delivery.',
  Wallet: 'Paybox, the prepaid account of a shopper: balance, transactions, deposits and payments.',
  Refunds: 'Requests of shoppers for the money of a paid order, and the decisions of administrators.',
  Chat: 'Conversations of shoppers with the shop. Messages are sent over the socket `/ws/chat/{room}/`.',
  Mails: 'The newsletter, and the mails that the shop sends.',
  Settings: 'The shop’s name and contact, fees, limits and means of payment.',
  'Catalogue administration':
    'Products, variants, brands, categories, colours, sizes and size tables, as their editors see them.',
  'Import and export': 'The catalogue as Shopify’s product CSV.',
  'Search curation': 'What shoppers searched for, synonyms, and products that are pinned or buried for a query.',
  Reports: 'The dashboard’s figures, the ledger check and the audit log.',
  Integrations: 'API keys of other systems, and endpoints for the webhooks that the shop sends.',
  Pictures: 'Pictures of products, reviews and accounts, in several widths.',
  Health: 'Whether a process is alive and ready, and what browsers report, for monitoring.',
} as const;
export type ApiTag = keyof typeof API_TAGS;
