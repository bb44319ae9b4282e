/** Loaded when its tab opens, as `favorites-tab.ts` is. */
export { ProfilePassword } from '~/features/account/profile/profile-password';
