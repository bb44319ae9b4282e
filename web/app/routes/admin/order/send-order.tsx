import { MAX_TRACKING_CODE, type Carrier } from 'contract/orders/carriers';
import type { AdminOrder } from 'contract/orders/orders';
import type { SendOrder } from 'contract/orders/parcels';
import { useState } from 'react';
import { sendOrder, undoSend } from '~/api/orders/orders';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { FormPanel } from '~/components/admin/form-panel';
import { runAction } from '~/components/admin/run-action';
import { formatTime } from '~/components/display/date';
import { Button } from '~/components/form/button';
import { TextField } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { CarrierField } from '~/features/order-admin/carrier-field';
import { Part } from '~/features/order-admin/order-parts';
import { hasOpenRefundRequest, isDeliverable, isSent } from '~/features/order-admin/order-status';
import { ParcelDetails } from '~/features/orders/order-parcel';

/** Records or corrects the parcel of an order, by the form of `ParcelPanel`. */
export const recordParcel = (request: Request, id: number, form: FormData) =>
  runAction(
    request,
    () =>
      sendOrder(id, {
        carrier: textOf(form, 'carrier') as Carrier,
        tracking_code: textOf(form, 'tracking_code'),
        was: JSON.parse(textOf(form, 'was')) as SendOrder['was'],
      }),
    {
      done: `Đã lưu thông tin gửi hàng của đơn #${id}.`,
      otherwise: 'Không thể lưu thông tin gửi hàng. Vui lòng thử lại.',
    },
  );

/** Takes back the parcel of an order. */
export const takeParcelBack = (request: Request, id: number) =>
  runAction(request, () => undoSend(id), {
    done: `Đơn hàng #${id} trở lại trạng thái chưa gửi.`,
    otherwise: 'Không thể xóa thông tin gửi hàng. Vui lòng thử lại.',
  });

/** Whether the first parcel of an order can be recorded. */
export const isSendable = (order: AdminOrder) => isDeliverable(order) && !isSent(order) && !hasOpenRefundRequest(order);

/** Whether the parcel of an order can be taken back, and, unless the order is refunded, corrected. */
const hasChangeableParcel = (order: AdminOrder) => isDeliverable(order) && isSent(order);

interface ParcelPartProps {
  order: AdminOrder;
  onOpen: (dialog: 'parcel' | 'undo-send') => void;
}

/** The order's parcel with the buttons that change it; nothing before it is sent. */
export function ParcelPart({ order, onOpen }: ParcelPartProps) {
  if (!isSent(order)) return null;
  return (
    <Part title="Kiện hàng">
      <div className="text-sm">
        {order.parcel ? <ParcelDetails parcel={order.parcel} /> : <ForgottenParcel {...order} />}
      </div>
      {hasChangeableParcel(order) && (
        <div className="flex flex-wrap gap-2">
          {order.parcel && !order.isRefunded && (
            <Button variant="outline" size="sm" onClick={() => onOpen('parcel')}>
              Sửa
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={() => onOpen('undo-send')}>
            Xóa
          </Button>
        </div>
      )}
    </Part>
  );
}

const ForgottenParcel = ({ sentAt }: Pick<AdminOrder, 'sentAt'>) => (
  <p>Đã gửi{sentAt && ` lúc ${formatTime(sentAt)}`}. Thông tin kiện hàng đã xóa cùng tài khoản của khách.</p>
);

interface DialogProps {
  order: AdminOrder;
  onClose: () => void;
}

/** The form of an order's parcel. */
export function ParcelPanel({ order, onClose }: DialogProps) {
  // A refused save loads the order again, and the parcel of somebody else is not what this form began with.
  const [was] = useState(order.parcel && { carrier: order.parcel.carrier, tracking_code: order.parcel.tracking_code });
  return (
    <FormPanel title={was ? 'Sửa thông tin gửi hàng' : 'Gửi hàng'} submit="Lưu" intent="parcel" onClose={onClose}>
      {({ errors }) => (
        <>
          <p className="text-sm text-muted">
            {was
              ? 'Khách thấy thông tin mới trong đơn hàng của họ, và không nhận thêm email.'
              : `Khách hàng ${order.user.username} sẽ nhận được email có mã vận đơn. Khi hàng đến nơi, hãy đánh dấu đã giao.`}
          </p>
          <input type="hidden" name="was" value={JSON.stringify(was)} />
          <CarrierField name="carrier" defaultValue={was?.carrier ?? ''} canBeEmpty={!was} error={errors.carrier} />
          <TextField
            label="Mã vận đơn"
            name="tracking_code"
            required
            maxLength={MAX_TRACKING_CODE}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={was?.tracking_code}
            hint="Như đơn vị vận chuyển đã cấp, ví dụ GAX4KD7B."
            error={errors.tracking_code}
          />
        </>
      )}
    </FormPanel>
  );
}

/** Asks for confirmation before the parcel of an order is taken back, and says what becomes of the order. */
export const UndoSendDialog = ({ order: { id, isPaid, isRefunded }, onClose }: DialogProps) => (
  <ConfirmDialog
    title={`Xóa thông tin gửi hàng của đơn #${id}?`}
    confirm="Xóa"
    fields={{ intent: 'undo-send' }}
    onClose={onClose}
  >
    <p>
      Dùng khi đã ghi nhầm, hoặc khi hàng quay về. Khách không còn thấy mã vận đơn, và không nhận được email về việc
      này.
    </p>
    {isRefunded && <p>Tiền đã hoàn: hàng trở lại kho và được bán tiếp ngay.</p>}
    {!isPaid && <p>Đơn chưa thanh toán lại có thể hủy để hàng về kho, và tự hủy khi quá hạn thanh toán.</p>}
  </ConfirmDialog>
);
