import { useFetcher } from '@remix-run/react';
import type { SavedAddress } from 'contract/accounts/addresses';
import { MapPin } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';
import { Badge } from '~/components/display/badge';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { AddressLines } from './address-lines';
import { draftFrom } from './address-draft';
import { postedAddress } from './address-dialog';

interface AddressEntryProps {
  address: SavedAddress;
  /** The page whose action runs `runAddressAction`. */
  action: string;
  onEdit: () => void;
}

/** A saved address with its buttons. */
export function AddressEntry({ address, action, onEdit }: AddressEntryProps) {
  const fetcher = useFetcher<ProfileAnswer>();
  const isBusy = fetcher.state !== 'idle';
  const failure = isBusy ? undefined : fetcher.data?.failure;
  const { id, isDefault } = address;
  // The button that made it the default is gone with that.
  const entry = useRef<HTMLLIElement>(null);
  useFocusAfterRemoval(isDefault ? [] : [id], 'button', entry);
  const name = [address.receiver, address.address].filter(Boolean).join(', ');
  const submit = (intent: 'remove-address' | 'default-address') =>
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
      <EntryButtons name={name} isDefault={isDefault} isBusy={isBusy} onEdit={onEdit} onSubmit={submit} />
    </li>
  );
}

interface EntryButtonsProps {
  /** Names the address for screen readers. */
  name: string;
  isDefault: boolean;
  isBusy: boolean;
  onEdit: () => void;
  onSubmit: (intent: 'remove-address' | 'default-address') => void;
}

/** The buttons of an address. Removing it asks first, in their place. */
function EntryButtons({ name, isDefault, isBusy, onEdit, onSubmit }: EntryButtonsProps) {
  /** Undefined until the shopper was asked: the button that asks has the focus again after a no. */
  const [isAsking, setIsAsking] = useState<boolean>();
  return (
    <div className="flex flex-wrap gap-2">
      {isAsking ? (
        <>
          <Button
            variant="danger"
            size="sm"
            autoFocus
            isBusy={isBusy}
            aria-label={`Xóa hẳn ${name}`}
            onClick={() => onSubmit('remove-address')}
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
              onClick={() => onSubmit('default-address')}
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
  );
}
