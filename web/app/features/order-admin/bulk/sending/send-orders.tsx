import type { Carrier } from 'contract/orders/carriers';
import { formatNumber } from 'contract/rules';
import { useEffect, useId, useRef, useState, type ClipboardEvent } from 'react';
import { sendOrder } from '~/api/orders/orders';
import { Button } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { Modal } from '~/components/overlay/modal';
import { CarrierField } from '../../carrier-field';
import { ProgressText, type OrdersDialogProps } from '../orders-dialog';
import { OrdersReportAlert, doneSentence } from '../orders-report';
import { runForOrders } from '../run-for-orders';
import { lastCarrier } from './last-carrier';
import { pastedCodes, type PastedCodes } from './pasted-codes';
import { SendRows } from './send-rows';
import { LeftOut, PastedText, SkippedText } from './send-texts';
import { useSendForm, type SendForm } from './use-send-form';

const TEXTS = { done: 'Đã gửi', refused: 'Không thể gửi:' };

/** Records the first parcel of each order of the form. The server takes the same parcel twice as one. */
export function sendOrders(request: Request, form: FormData) {
  const carrier = textOf(form, 'carrier') as Carrier;
  const codes = new Map(JSON.parse(textOf(form, 'codes')) as [id: number, code: string][]);
  const skipped = Number(textOf(form, 'skipped'));
  return runForOrders(request, {
    ids: [...codes.keys()],
    act: (id) => sendOrder(id, { carrier, tracking_code: codes.get(id)!, was: null }),
    done: (report) =>
      doneSentence(TEXTS, report) + (skipped > 0 ? ` Bỏ qua ${formatNumber(skipped)} đơn chưa có mã.` : ''),
    otherwise: 'Không thể lưu thông tin gửi hàng. Vui lòng thử lại.',
  });
}

/** Records the parcels of several orders: one carrier, and a tracking code for each order, scanned, typed or pasted from a sheet. */
export function SendDialog(dialog: OrdersDialogProps) {
  const { orders, onClose } = dialog;
  const sending = useSendForm(dialog);
  const { left, withCode, skipped, isBusy, report } = sending;
  const form = useFirstError(sending.refusal);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog is open only now: `autoFocus` comes before.
    form.current?.querySelector<HTMLElement>(lastCarrier.get() ? 'input' : 'select')?.focus();
  }, [form]);
  const paste = usePastedCodes(sending);
  const formId = useId();
  return (
    <Modal
      title={left.length === 1 ? `Gửi đơn hàng #${left[0]?.id}` : `Gửi ${formatNumber(left.length)} đơn hàng`}
      shape="wide"
      width="max-w-2xl"
      guardsInput
      isDirty={withCode.length > 0}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          {isBusy ? <ProgressText /> : skipped > 0 && withCode.length > 0 && <SkippedText count={skipped} />}
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            {report ? 'Đóng' : 'Hủy'}
          </Button>
          <Button ref={button} type="submit" form={formId} isBusy={isBusy}>
            {withCode.length > 0 ? `Gửi ${formatNumber(withCode.length)} đơn` : 'Gửi'}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate className="grid gap-4" onSubmit={sending.submit} onPaste={paste.onPaste}>
        {report && <OrdersReportAlert report={report} texts={TEXTS} />}
        <p className="text-sm text-muted">
          Khách của mỗi đơn nhận ngay email có mã vận đơn, và email không rút lại được.
        </p>
        <LeftOut orders={orders} />
        <SendFields sending={sending} pasted={paste.pasted} onEnd={() => button.current?.focus()} />
      </form>
    </Modal>
  );
}

interface SendFieldsProps {
  sending: SendForm;
  pasted: PastedCodes | null;
  /** Called by Enter in the last field. */
  onEnd: () => void;
}

function SendFields({ sending, pasted, onEnd }: SendFieldsProps) {
  const { carrier, codes, withCode, refusal } = sending;
  return (
    <>
      <CarrierField
        value={carrier}
        canBeEmpty={carrier === ''}
        error={refusal && carrier === '' ? 'Vui lòng chọn đơn vị vận chuyển' : null}
        onChange={({ target }) => sending.setCarrier(target.value as Carrier)}
      />
      <p className="text-sm text-muted">
        Quét hoặc nhập mã, Enter sang ô tiếp theo. Có thể dán hai cột của bảng tính, số đơn và mã vận đơn, vào ô bất kỳ.
      </p>
      <PastedText pasted={pasted} />
      {refusal && withCode.length === 0 && (
        <p role="alert" className="text-sm text-signal">
          Chưa có mã vận đơn nào.
        </p>
      )}
      <SendRows
        orders={sending.left}
        codes={codes}
        errors={sending.errors}
        isReadOnly={sending.isBusy}
        onChange={(id, code) => sending.addCodes({ [id]: code })}
        onEnd={onEnd}
      />
    </>
  );
}

/** Fills the codes of two columns of a sheet that are pasted into any field. */
function usePastedCodes({ left, addCodes }: SendForm) {
  const [pasted, setPasted] = useState<PastedCodes | null>(null);
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text');
    const found = pastedCodes(
      text,
      left.map(({ id }) => id),
    );
    if (!found) return;
    event.preventDefault();
    addCodes(Object.fromEntries(found.codes));
    setPasted(found);
  }
  return { pasted, onPaste };
}
