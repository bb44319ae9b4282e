import type { AdminOrder } from 'contract/orders/orders';
import { MAX_STAFF_NOTE } from 'contract/rules';
import { useState } from 'react';
import { updateStaffNote } from '~/api/orders/orders';
import { FormPanel } from '~/components/admin/form-panel';
import { runAction } from '~/components/admin/run-action';
import { Button } from '~/components/form/button';
import { TextArea } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { Part } from '~/features/order-admin/order-parts';

/** Changes the note of an order by the form of `StaffNotePanel`. */
export const changeStaffNote = (request: Request, id: number, form: FormData) =>
  runAction(
    request,
    () => updateStaffNote(id, { note: textOf(form, 'note'), was: JSON.parse(textOf(form, 'was')) as string }),
    { done: 'Đã lưu ghi chú.', otherwise: 'Không thể lưu ghi chú. Vui lòng thử lại.' },
  );

/** The shop's own note on an order. */
export function StaffNotePart({ order: { staff_note: note }, onOpen }: { order: AdminOrder; onOpen: () => void }) {
  return (
    <Part title="Ghi chú nội bộ">
      {note ? (
        <p className="text-sm [overflow-wrap:anywhere] whitespace-pre-line">{note}</p>
      ) : (
        <p className="text-sm text-muted">Chưa có ghi chú.</p>
      )}
      <Button variant="outline" size="sm" className="justify-self-start" onClick={onOpen}>
        {note ? 'Sửa ghi chú' : 'Thêm ghi chú'}
      </Button>
    </Part>
  );
}

/** The form of an order's note. */
export function StaffNotePanel({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  // A refused save loads the order again, and the note of somebody else is not what this form began with.
  const [was] = useState(order.staff_note);
  return (
    <FormPanel title={`Ghi chú nội bộ của đơn hàng #${order.id}`} submit="Lưu" intent="note" onClose={onClose}>
      {({ errors }) => (
        <>
          <input type="hidden" name="was" value={JSON.stringify(was)} />
          <TextArea
            label="Ghi chú"
            name="note"
            rows={6}
            maxLength={MAX_STAFF_NOTE}
            defaultValue={was}
            autoFocus
            error={errors.note}
            hint="Khách không thấy ghi chú trong cửa hàng và email, nhưng bản sao dữ liệu cá nhân mà khách tải về có ghi chú này."
          />
        </>
      )}
    </FormPanel>
  );
}
