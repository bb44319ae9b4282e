import type { Settings } from './environment/schema.js';

/** The keys for social login; null for a provider that is not configured. */
export type OauthKeys = Record<'google' | 'facebook', { clientID: string; clientSecret: string } | null>;

/** Reads the keys for social login. */
export function oauthKeys(env: Settings): OauthKeys {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET } = env;
  const keys = (clientID?: string, clientSecret?: string) =>
    clientID && clientSecret ? { clientID, clientSecret } : null;
  return {
    google: keys(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    facebook: keys(FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET),
  };
}
