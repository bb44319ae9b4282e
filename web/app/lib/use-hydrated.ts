import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and during hydration: a form that needs scripts stays disabled until then. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
