import { CARRIER_NAMES } from 'contract/orders/carriers';
import type { AdminOrder } from 'contract/orders/orders';
import type { ShippingAddress } from 'contract/orders/placing';
import type { Parcel } from 'contract/orders/parcels';
import { useState } from 'react';
import { updateOrderAddress } from '~/api/orders/orders';
import { FormPanel } from '~/components/admin/form-panel';
import { runAction } from '~/components/admin/run-action';
import { Alert } from '~/components/feedback/alert';
import { textOf } from '~/components/form/form-text';
import { draftFrom, orderAddress } from '~/features/addresses/address-draft';
import { AddressFields } from '~/features/addresses/address-fields';

/** Corrects the address of an order by the form of `AddressPanel`. */
export const changeAddress = (request: Request, id: number, form: FormData) =>
  runAction(
    request,
    () => updateOrderAddress(id, { ...addressIn(form, 'shippingAddress'), was: addressIn(form, 'was') }),
    {
      done: 'Đã lưu địa chỉ giao hàng.',
      otherwise: 'Không thể lưu địa chỉ giao hàng. Vui lòng thử lại.',
    },
  );

const addressIn = (form: FormData, name: string) => JSON.parse(textOf(form, name)) as ShippingAddress;

/** Whether the goods of an order can still be sent elsewhere. */
export const hasChangeableAddress = ({ isDelivered, isCancelled, isRefunded }: AdminOrder) =>
  !isDelivered && !isCancelled && !isRefunded;

const carrierOf = ({ carrier, tracking_code: code }: Parcel) =>
  `${carrier === 'other' ? 'đơn vị vận chuyển' : CARRIER_NAMES[carrier]} (mã vận đơn ${code})`;

/** The form of an order's shipping address. */
export function AddressPanel({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  // A refused save loads the order again, and the address of somebody else is not what this form began with.
  const [was] = useState(order.shippingAddress);
  const [draft, setDraft] = useState(() => draftFrom(was));
  return (
    <FormPanel title="Sửa địa chỉ giao hàng" submit="Lưu" intent="address" onClose={onClose}>
      {({ errors }) => (
        <>
          {order.parcel && (
            <Alert tone="warning">
              Kiện hàng đã gửi đi theo địa chỉ cũ. Hãy tự báo địa chỉ giao hàng mới cho {carrierOf(order.parcel)}: lưu ở
              đây không đổi gì ở họ.
            </Alert>
          )}
          <p className="text-sm text-muted">
            Khách thấy địa chỉ giao hàng mới trong đơn hàng của họ. Phí giao hàng không đổi.
          </p>
          <input type="hidden" name="was" value={JSON.stringify(was)} />
          <input type="hidden" name="shippingAddress" value={JSON.stringify(orderAddress(draft))} />
          <div className="grid gap-4 sm:grid-cols-2">
            <AddressFields
              draft={draft}
              errors={Object.fromEntries(
                Object.entries(errors).map(([field, sentences]) => [field, sentences.join(' ')]),
              )}
              onChange={(change) => setDraft((current) => ({ ...current, ...change }))}
            />
          </div>
        </>
      )}
    </FormPanel>
  );
}
