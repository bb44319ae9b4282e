declare module 'virtual:provinces' {
  import type { Province } from '~/features/addresses/units';

  export const PROVINCES: Province[];
}
