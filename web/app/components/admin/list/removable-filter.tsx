import { Link } from '@remix-run/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { hrefWith, useListAddress } from './list-url';

interface RemovableFilterProps {
  /** The parameters of the URL that are removed with the filter. */
  names: readonly string[];
  /** What the list is limited to. */
  children: ReactNode;
  /** What the link shows, for a screen reader: `xem mọi ví`. */
  then: string;
}

/** A filter of the URL that no box of the list shows: what it is, and the link that removes it. Other filters stay. */
export function RemovableFilter({ names, children, then }: RemovableFilterProps) {
  const address = useListAddress();
  return (
    <p className="text-sm">
      <Link
        to={hrefWith(address, Object.fromEntries(names.map((name) => [name, null])))}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sand px-3 [overflow-wrap:anywhere] hover:bg-line"
      >
        {children}
        <X aria-hidden="true" className="size-4 shrink-0" />
        <span className="sr-only">, {then}</span>
      </Link>
    </p>
  );
}

interface UserFilterProps {
  /** What the list is limited to, before the name: `Chỉ ví của`. */
  what: string;
  /** The user's name, from the first row; undefined while the list is empty. */
  name: string | undefined;
  /** What the link shows, for a screen reader. */
  then: string;
}

/** The filter of a list by one account, `user`, with a link that removes it; nothing without it. */
export function UserFilter({ what, name, then }: UserFilterProps) {
  const user = useListAddress().params.get('user');
  if (!user) return null;
  return (
    <RemovableFilter names={['user']} then={then}>
      {what} {name ?? `#${user}`}
    </RemovableFilter>
  );
}
