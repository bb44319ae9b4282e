import { vietnamUnits } from '../../vite/vietnam-units';

/** `virtual:provinces` of the build. */
export const PROVINCES = vietnamUnits().map(({ wards, ...province }) => ({
  ...province,
  wards: () => Promise.resolve(wards),
}));
