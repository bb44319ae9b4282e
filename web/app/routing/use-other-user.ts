import { useEffect, useState } from 'react';
import { useUser } from '~/api/account/session';
import { reloadPage } from '~/lib/reload-page';

/**
 * Loads the page anew when somebody else signs in in another tab: no data, no form and no request of the user before
 * may go on under the new one.
 * @returns true from then on; the page shows nothing of its data any more
 */
export function useOtherUser(): boolean {
  const id = useUser()?.id;
  const [first, setFirst] = useState(id);
  if (first === undefined && id !== undefined) setFirst(id);
  const isOther = id !== undefined && first !== undefined && id !== first;
  useEffect(() => {
    if (isOther) reloadPage();
  }, [isOther]);
  return isOther;
}
