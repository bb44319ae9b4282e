import type { SavedAddress } from 'contract/accounts/addresses';
import { Badge } from '~/components/display/badge';
import { AddressLines } from '~/features/addresses/address-lines';
import { isSameAddress, isUntouched } from '~/features/addresses/address-checks';
import { draftFrom, NO_ADDRESS, type AddressDraft } from '~/features/addresses/address-draft';
import { keepTypedAddress, readTypedAddress } from '~/features/addresses/typed-address';

interface SavedAddressesProps {
  saved: readonly SavedAddress[];
  draft: AddressDraft;
  onChoose: (draft: AddressDraft) => void;
}

/**
 * The address book above the form: a choice fills the form in, which may then be changed for this order. What was typed is there
 * again when the shopper goes back to another place.
 */
export function SavedAddresses({ saved, draft, onChoose }: SavedAddressesProps) {
  const chosen = saved.find((address) => isSameAddress(address, draft));
  const choices: { key: string; address: SavedAddress | null }[] = [
    ...saved.map((address) => ({ key: String(address.id), address })),
    { key: 'other', address: null },
  ];
  const choose = (address: SavedAddress | null) => {
    if (chosen === undefined) keepTypedAddress(draft);
    onChoose(address ? draftFrom(address) : otherAddress(saved, draft));
  };
  return (
    <fieldset className="grid max-w-2xl gap-3">
      <legend className="mb-3 text-lg">Địa chỉ đã lưu</legend>
      {choices.map(({ key, address }) => (
        <label
          key={key}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="saved"
            checked={chosen === (address ?? undefined)}
            onChange={() => choose(address)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          {address ? (
            <span className="grid min-w-0 flex-1 gap-1">
              <AddressLines draft={draftFrom(address)} />
              {address.isDefault && (
                <span>
                  <Badge tone="success">Mặc định</Badge>
                </span>
              )}
            </span>
          ) : (
            'Giao đến nơi khác'
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** The typed address if it is not a saved one; otherwise an empty form with the receiver and phone of the chosen address. */
function otherAddress(saved: readonly SavedAddress[], { receiver, phone }: AddressDraft): AddressDraft {
  const typed = readTypedAddress();
  const isSaved = saved.some((address) => isSameAddress(address, typed));
  return isUntouched(typed) || isSaved ? { ...NO_ADDRESS, receiver, phone } : typed;
}
