export const MIN_PASSWORD = 6;
export const MAX_PASSWORD = 128;
export const TOKEN_REFRESH_MS = 3_600_000;

export const MAX_AVATAR_BYTES = 5_242_880;
/** The size of an address book. */
export const MAX_ADDRESSES = 20;
export const MAX_FAVORITES = 500;
