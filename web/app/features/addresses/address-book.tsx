import { useFetcher } from '@remix-run/react';
import type { SavedAddress } from 'contract/accounts/addresses';
import { MAX_ADDRESSES } from 'contract/rules';
import { MapPin, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';
import { Badge } from '~/components/display/badge';
import { Alert } from '~/components/feedback/alert';
import { Empty } from '~/components/feedback/empty';
import { Button } from '~/components/form/button';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { AddressLines } from './address-lines';
import { draftFrom } from './address-draft';
import { AddressDialog, postedAddress } from './address-dialog';

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
              <Entry key={address.id} address={address} action={action} onEdit={() => setEditing(address)} />
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

function Entry({ address, action, onEdit }: { address: SavedAddress; action: string; onEdit: () => void }) {
  /** Undefined until the shopper was asked: the button that asks has the focus again after a no. */
  const [isAsking, setIsAsking] = useState<boolean>();
  const fetcher = useFetcher<ProfileAnswer>();
  const isBusy = fetcher.state !== 'idle';
  const failure = isBusy ? undefined : fetcher.data?.failure;
  const { id, isDefault } = address;
  // The button that made it the default is gone with that.
  const entry = useRef<HTMLLIElement>(null);
  useFocusAfterRemoval(isDefault ? [] : [id], 'button', entry);
  const name = [address.receiver, address.address].filter(Boolean).join(', ');
  const submit = (intent: string) =>
    void fetcher.submit({ intent, id: String(id), ...postedAddress(address) }, { method: 'post', action });
  return (
    <li ref={entry} className="grid gap-3 py-4">
      <div className="flex items-start gap-4">
        <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="grid min-w-0 flex-1 gap-1">
          <AddressLines draft={draftFrom(address)} />
          {isDefault && (
            <span>
              <Badge tone="success">Mặc định</Badge>
            </span>
          )}
        </div>
      </div>
      {failure && <Alert tone="danger">{failure.detail}</Alert>}
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <>
            <Button
              variant="danger"
              size="sm"
              autoFocus
              isBusy={isBusy}
              aria-label={`Xóa hẳn ${name}`}
              onClick={() => submit('remove-address')}
            >
              Xóa hẳn
            </Button>
            <Button variant="quiet" size="sm" disabled={isBusy} onClick={() => setIsAsking(false)}>
              Giữ lại
            </Button>
          </>
        ) : (
          <>
            <Button variant="outline" size="sm" aria-label={`Sửa ${name}`} onClick={onEdit}>
              Sửa
            </Button>
            {!isDefault && (
              <Button
                variant="outline"
                size="sm"
                isBusy={isBusy}
                aria-label={`Đặt làm mặc định: ${name}`}
                onClick={() => submit('default-address')}
              >
                Đặt làm mặc định
              </Button>
            )}
            <Button
              variant="quiet"
              size="sm"
              data-remove
              autoFocus={isAsking === false}
              aria-label={`Xóa ${name}`}
              onClick={() => setIsAsking(true)}
            >
              Xóa
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
