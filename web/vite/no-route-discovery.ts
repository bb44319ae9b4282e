import type { Plugin } from 'vite';

const DISCOVERY = /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]fog-of-war\.js$/;

/** What the module answers while `v3_lazyRouteDiscovery` is off. */
const SWITCHED_OFF = `
  export const isFogOfWarEnabled = () => false;
  export const getPartialManifest = (manifest) => manifest;
  export const getPatchRoutesOnNavigationFunction = () => undefined;
  export const useFogOFWarDiscovery = () => {};
`;

/** Leaves out Remix's lazy route discovery, which is switched off here and which every page would load all the same. */
export function noRouteDiscovery(): Plugin {
  let isLeftOut = false;
  return {
    name: 'no-route-discovery',
    apply: 'build',
    transform(_code, id) {
      if (!DISCOVERY.test(id)) return null;
      isLeftOut = true;
      return { code: SWITCHED_OFF, map: null };
    },
    buildEnd(error) {
      if (!error && !isLeftOut) this.error('@remix-run/react no longer has its route discovery in fog-of-war.js');
    },
  };
}
