import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while the page is being hydrated: a form that only scripts can send must wait for them. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
