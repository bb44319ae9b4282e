import { useEffect } from 'react';
import { useUser } from '~/api/account/session';
import { loadChunk } from '~/lib/chunk';

/**
 * Sends the shop the cart of a signed-in shopper who agreed to reminders. Its script is loaded only where the owner has switched
 * them on.
 */
export function useCartSync(isOffered: boolean | undefined) {
  const id = useUser()?.id;
  useEffect(() => {
    // It ends by itself when somebody else is signed in.
    if (isOffered && id) loadChunk(() => import('./sync-cart')).then(({ syncCart }) => syncCart(id), Boolean);
  }, [id, isOffered]);
}
