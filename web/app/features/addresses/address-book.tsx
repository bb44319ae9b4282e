import type { SavedAddress } from 'contract/accounts/addresses';
import { MAX_ADDRESSES } from 'contract/rules';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Empty } from '~/components/feedback/empty';
import { Button } from '~/components/form/button';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { AddressDialog } from './address-dialog';
import { AddressEntry } from './address-entry';

type Editing = SavedAddress | 'new' | null;

/** The user's saved addresses, each with its buttons. The page's action runs `runAddressAction`. */
export function AddressBook({ addresses, action }: { addresses: readonly SavedAddress[]; action: string }) {
  const [editing, setEditing] = useState<Editing>(null);
  const book = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(
    addresses.map(({ id }) => id),
    '[data-remove]',
    book,
  );
  const isFull = addresses.length >= MAX_ADDRESSES;
  const add = (
    <Button variant="outline" className="justify-self-start" disabled={isFull} onClick={() => setEditing('new')}>
      <Plus aria-hidden="true" className="size-4" />
      Thêm địa chỉ
    </Button>
  );
  return (
    <div ref={book} tabIndex={-1} className="grid max-w-2xl gap-4 focus:outline-none">
      {addresses.length === 0 ? (
        <Empty title="Sổ địa chỉ còn trống" action={add}>
          Lưu địa chỉ một lần, lần sau đặt hàng chỉ cần chọn.
        </Empty>
      ) : (
        <>
          <ul aria-label="Địa chỉ đã lưu" className="divide-y divide-line border-y border-line">
            {addresses.map((address) => (
              <AddressEntry key={address.id} address={address} action={action} onEdit={() => setEditing(address)} />
            ))}
          </ul>
          {add}
          {isFull && <p className="text-sm text-muted">Sổ địa chỉ có tối đa {MAX_ADDRESSES} địa chỉ.</p>}
        </>
      )}
      {editing && (
        <AddressDialog
          address={editing === 'new' ? null : editing}
          isFirst={addresses.length === 0}
          action={action}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}
