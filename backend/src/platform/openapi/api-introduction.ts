import { API_SCOPES } from '../../contract/administration/integration-rules.js';
import { MAX_BARE_LIST, MAX_PAGE_SIZE } from '../../contract/rules.js';

/** What holds for every call, in Markdown: the first thing on the API page. */
export const API_INTRODUCTION = `The API of the shop. Every page of the storefront and the back office uses these calls.

### Credentials

- **A signed-in user** sends \`Authorization: JWT <access>\`. \`POST /auth/jwt/create/\` gives an access token, which is valid for 70 minutes, and a
  refresh token, which \`POST /auth/jwt/refresh/\` exchanges for new ones. Each refresh token works once.
- **Another system** sends \`Authorization: Bearer may_sk_…\`, a key that an administrator makes in the back office. A call that takes keys names the
  scope that it needs: ${API_SCOPES.map((scope) => `\`${scope}\``).join(', ')}. Other calls refuse keys.
- Public calls need no credential. A bad one is treated as none there; elsewhere it is a 401. Without the right, a call is a 403; an order, a
  transaction or a refund request of somebody else is a 404.

### Paths, ids and times

Paths end with a slash; without it they answer the same. Ids are positive integers. Times are ISO 8601 in UTC, \`2026-01-31T09:30:00.000Z\`;
days, such as \`from\` and \`to\` of a query, are \`2026-01-31\` in Vietnam's time. Fields that a body does not need are ignored.

### Money

Amounts are whole đồng, as JSON integers: 250.000 ₫ is \`250000\`. A fraction or a string is a 400 in JSON. The server computes every price of an
order by itself; a total that differs is a 409 with \`expected\`.

### Lists

Without \`page\`, a list is a bare array of at most ${MAX_BARE_LIST.toLocaleString('en')} rows with the header \`X-Total-Count\`. With \`?page=1&page_size=12\` (\`page_size\` up to ${MAX_PAGE_SIZE}) it is \`{"count", "page", "page_size", "results"}\`. A page past the end has no results.

### Errors

The body of every error is JSON: \`detail\` and \`error\` have the same Vietnamese sentence, and each wrong field, of the first 50, has a list of
sentences.

\`\`\`json
{ "detail": "Email không hợp lệ", "error": "Email không hợp lệ", "email": ["Email không hợp lệ"] }
\`\`\`

400 bad input, 401 no or a bad credential, 403 no right, 404 unknown, 409 in conflict with the current state, 413 too large, 415 wrong type
or compressed, 429 too many calls, 503 a part of the shop is down. The header \`X-Request-Id\` of a response names the request in the shop's logs.

### Retries

- **\`Idempotency-Key\`**: the calls that move money, place an order, add a product or change many take this header. A retry with the same key and
  body within 24 hours returns the first response and does nothing twice; files are part of the body.
- **Rate limits**: 429 with \`Retry-After\`, in seconds. So has 503. Limits count per account, or per network without an account.

### Webhooks

\`x-webhooks\` of the document describes what the shop sends to the addresses that its owner registers.

### Versions

The document's version is that of its shapes. New calls and new fields of responses appear within a version: ignore what you do not know. The
shop's own release is in \`GET /healthz\`, and its changes are in the changelog.
`;
