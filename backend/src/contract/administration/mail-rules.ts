/** How many failed mails one call sends again. */
export const MAX_RESENT_MAILS = 1_000;

/** How many days old those mails are at most: the reader of an older one has forgotten its reason. */
export const RESENT_MAIL_DAYS = 7;
