/** The user that shoppers chat with: the shop. */
export const SUPPORT_USER_ID = 1;

/** In UTF-16 units, as `maxlength` counts. */
export const MAX_CHAT_MESSAGE = 2_000;
export const CHAT_PAGE = 50;
/**
 * Close codes of the chat's socket, beside those of RFC 6455 (1001 going away, 1009 too large a frame). `restart` is IANA's
 * registered "service restart": clients reconnect, spread over time.
 */
export const CHAT_CLOSE = { restart: 1012, loginOver: 4401, forbidden: 4403, replaced: 4409, tooMuch: 4429 } as const;
