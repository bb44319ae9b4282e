/** Loaded when its tab opens, as `favorites-tab.ts` is. */
export { DeviceList } from '~/features/account/devices';
