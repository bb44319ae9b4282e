/** Loaded when its tab opens, as `favorites-tab.ts` is. */
export { SignIns } from '~/features/account/sign-ins';
