import { CARRIERS, CARRIER_NAMES, TRACKING_CODE, type Carrier } from 'contract/orders/carriers';
import type { Order } from 'contract/orders/orders';
import { formatNumber } from 'contract/rules';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type FormEvent } from 'react';
import { sendOrder } from '~/api/orders/orders';
import { Button } from '~/components/form/button';
import { SelectField } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { useFirstError } from '~/components/form/use-first-error';
import { Modal } from '~/components/overlay/modal';
import { lastCarrier } from './last-carrier';
import { ProgressText, type OrdersDialogProps } from './orders-dialog';
import { OrdersReportAlert, doneSentence } from './orders-report';
import { pastedCodes, type PastedCodes } from './pasted-codes';
import { runForOrders, type OrdersReport } from './run-for-orders';
import { SendRows } from './send-rows';
import { LeftOut, PastedText, SkippedText } from './send-texts';
import { reasonNotToSend } from './sendable';
import { useOrdersAction } from './use-orders-action';

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

/**
 * Says what is wrong with a typed code: it stands in the row of another order, has letters that no carrier uses, or, once the form
 * was submitted, is no carrier's.
 * @param codes of all rows, in capitals
 */
function errorOf(id: number, codes: ReadonlyMap<number, string>, isSubmitted: boolean): string | undefined {
  const code = codes.get(id) ?? '';
  if (code === '') return undefined;
  const [duplicate] = [...codes].find(([other, otherCode]) => other !== id && otherCode === code) ?? [];
  if (duplicate) return `Trùng với mã của đơn #${duplicate}. Hai đơn chung một kiện: ghi ở trang của từng đơn.`;
  // A keyboard that writes Vietnamese changes what a scanner types: that is marked at once.
  const isWrong = isSubmitted ? !TRACKING_CODE.test(code) : /[^A-Z\d.-]/.test(code);
  if (!isWrong) return undefined;
  return 'Mã vận đơn có từ 4 đến 40 ký tự: chữ không dấu, chữ số, dấu gạch ngang, dấu chấm';
}

/** Records the parcels of several orders: one carrier, and a tracking code for each order, scanned, typed or pasted from a sheet. */
export function SendDialog({ orders, onDone, onClose }: OrdersDialogProps) {
  const { fetcher, isFirstPress, isBusy, done, report } = useOrdersAction({ onDone, onClose });
  const [carrier, setCarrier] = useState<Carrier | ''>(() => lastCarrier.get() ?? '');
  const [codes, setCodes] = useState<Readonly<Record<number, string>>>({});
  const [pasted, setPasted] = useState<PastedCodes | null>(null);
  // Another object at each press that is refused.
  const [refusal, refuse] = useState<object>();
  const form = useFirstError(refusal);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog is open only now: `autoFocus` comes before.
    form.current?.querySelector<HTMLElement>(lastCarrier.get() ? 'input' : 'select')?.focus();
  }, [form]);
  const formId = useId();
  const codeOf = (id: number) => codes[id]?.trim() ?? '';
  const sendable = orders.filter((order) => reasonNotToSend(order) === null);
  const left = sendable.filter(({ id }) => !done.has(id));
  const withCode = left.filter(({ id }) => codeOf(id) !== '');
  const skipped = left.length - withCode.length;
  const capitals = new Map(sendable.map(({ id }) => [id, codeOf(id).toUpperCase()]));
  const errors = errorsOf(left, (id) => errorOf(id, capitals, refusal !== undefined));

  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = left.some(({ id }) => errorOf(id, capitals, true) !== undefined);
    if (carrier === '' || isWrong || withCode.length === 0) return refuse({});
    if (!isFirstPress()) return;
    lastCarrier.set(carrier);
    const parcels = JSON.stringify(withCode.map(({ id }) => [id, codeOf(id)]));
    fetcher.submit({ intent: 'send', carrier, codes: parcels, skipped }, { method: 'post' });
  }

  function paste(event: ClipboardEvent) {
    const found = pastedCodes(
      event.clipboardData.getData('text'),
      left.map(({ id }) => id),
    );
    if (!found) return;
    event.preventDefault();
    setCodes((before) => ({ ...before, ...Object.fromEntries(found.codes) }));
    setPasted(found);
  }

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
        <div className="flex flex-wrap items-center justify-end gap-2">
          {isBusy ? <ProgressText /> : skipped > 0 && withCode.length > 0 && <SkippedText count={skipped} />}
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            {report ? 'Đóng' : 'Hủy'}
          </Button>
          <Button ref={button} type="submit" form={formId} isBusy={isBusy}>
            {withCode.length > 0 ? `Gửi ${formatNumber(withCode.length)} đơn` : 'Gửi'}
          </Button>
        </div>
      }
    >
      <form id={formId} ref={form} noValidate className="grid gap-4" onSubmit={submit} onPaste={paste}>
        {report && <OrdersReportAlert report={report} texts={TEXTS} />}
        <p className="text-sm text-muted">
          Khách của mỗi đơn nhận ngay email có mã vận đơn, và email không rút lại được.
        </p>
        <LeftOut orders={orders} />
        <SelectField
          label="Đơn vị vận chuyển"
          required
          value={carrier}
          error={refusal && carrier === '' ? 'Vui lòng chọn đơn vị vận chuyển' : null}
          onChange={({ target }) => setCarrier(target.value as Carrier)}
        >
          {carrier === '' && <option value="">Chọn đơn vị</option>}
          {CARRIERS.map((each) => (
            <option key={each} value={each}>
              {CARRIER_NAMES[each]}
            </option>
          ))}
        </SelectField>
        <p className="text-sm text-muted">
          Quét hoặc nhập mã, Enter sang ô tiếp theo. Có thể dán hai cột của bảng tính, số đơn và mã vận đơn, vào ô bất
          kỳ.
        </p>
        <PastedText pasted={pasted} />
        {refusal && withCode.length === 0 && (
          <p role="alert" className="text-sm text-signal">
            Chưa có mã vận đơn nào.
          </p>
        )}
        <SendRows
          orders={left}
          codes={codes}
          errors={{ ...refusalsIn(report), ...errors }}
          isReadOnly={isBusy}
          onChange={(id, code) => setCodes((before) => ({ ...before, [id]: code }))}
          onEnd={() => button.current?.focus()}
        />
      </form>
    </Modal>
  );
}

/** Messages by order, of those that have one. */
const errorsOf = (orders: readonly Order[], errorOf: (id: number) => string | undefined): Record<number, string> =>
  Object.fromEntries(
    orders.flatMap(({ id }) => {
      const error = errorOf(id);
      return error === undefined ? [] : [[id, error]];
    }),
  );

/** The refusals beside the fields of their orders. */
const refusalsIn = (report?: OrdersReport) =>
  Object.fromEntries((report?.refused ?? []).map(({ id, reason }) => [id, reason]));
