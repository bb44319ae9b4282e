import { useFetcher } from '@remix-run/react';
import type { SavedAddress } from 'contract/accounts/addresses';
import { useId, useState, type FormEvent } from 'react';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';
import { useWhenDone } from '~/components/form/use-when-done';
import { Modal } from '~/components/overlay/modal';
import { AddressFields } from './address-fields';
import { addressErrors, type AddressErrors } from './address-checks';
import { draftFrom, NO_ADDRESS, type AddressDraft } from './address-draft';

/** The fields of an address as a form posts them. */
export const postedAddress = (draft: AddressDraft) => ({ address: JSON.stringify(draftFrom(draft)) });

interface AddressDialogProps {
  /** Null for a new one. */
  address: SavedAddress | null;
  /** Becomes the default anyway. */
  isFirst: boolean;
  action: string;
  onClose: () => void;
}

export function AddressDialog({ address, isFirst, action, onClose }: AddressDialogProps) {
  const fetcher = useFetcher<ProfileAnswer>();
  const { form, draft, errors, change, submit } = useAddressForm(address, useFirstPress(fetcher));
  const id = useId();
  const isBusy = fetcher.state !== 'idle';
  useWhenDone(fetcher, onClose);
  const failure = isBusy ? undefined : fetcher.data?.failure;
  return (
    <Modal
      title={address ? 'Sửa địa chỉ' : 'Thêm địa chỉ'}
      guardsInput
      isBusy={isBusy}
      shape="wide"
      width="max-w-2xl"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Hủy
          </Button>
          <Button type="submit" form={id} isBusy={isBusy}>
            Lưu địa chỉ
          </Button>
        </>
      }
    >
      <fetcher.Form
        ref={form}
        id={id}
        method="post"
        action={action}
        noValidate
        className="grid gap-5 sm:grid-cols-2"
        onSubmit={submit}
      >
        {failure && (
          <div className="sm:col-span-2">
            <Alert tone="danger">{failure.detail}</Alert>
          </div>
        )}
        <input type="hidden" name="intent" value="save-address" />
        <input type="hidden" name="id" value={address?.id ?? ''} />
        <input type="hidden" name="address" value={postedAddress(draft).address} />
        <AddressFields draft={draft} errors={errors} onChange={change} />
        {!isFirst && !address?.isDefault && (
          <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
            <input type="checkbox" name="isDefault" className="size-4 shrink-0 accent-accent" />
            Đặt làm địa chỉ mặc định
          </label>
        )}
      </fetcher.Form>
    </Modal>
  );
}

/** The typed address and its errors. An address without errors is sent. */
function useAddressForm(address: SavedAddress | null, onSubmit: (event: FormEvent) => void) {
  const [draft, setDraft] = useState<AddressDraft>(address ? draftFrom(address) : NO_ADDRESS);
  const [errors, setErrors] = useState<AddressErrors>();
  const form = useFirstError(errors);
  return {
    form,
    draft,
    errors,
    change: (changes: Partial<AddressDraft>) => setDraft((current) => ({ ...current, ...changes })),
    submit: (event: FormEvent) => {
      const found = addressErrors(draft);
      if (Object.keys(found).length === 0) return onSubmit(event);
      event.preventDefault();
      setErrors(found);
    },
  };
}
