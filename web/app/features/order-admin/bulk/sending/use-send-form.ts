import type { Carrier } from 'contract/orders/carriers';
import { useState, type FormEvent } from 'react';
import type { OrdersDialogProps } from '../orders-dialog';
import type { OrdersReport } from '../run-for-orders';
import { useOrdersAction } from '../use-orders-action';
import { codeErrors } from './code-errors';
import { lastCarrier } from './last-carrier';
import { reasonNotToSend } from './sendable';

/** The state of the form that sends several orders. */
export type SendForm = ReturnType<typeof useSendForm>;

/**
 * Keeps the carrier and the tracking codes of several orders, and posts those that have a code.
 * @returns `left`, the orders that still have a field; `withCode`, those of them that a press sends; `errors`, messages by order;
 * `refusal`, another object at each press that is refused
 */
export function useSendForm({ orders, onDone, onClose }: OrdersDialogProps) {
  const { fetcher, isFirstPress, isBusy, done, report } = useOrdersAction({ onDone, onClose });
  const [carrier, setCarrier] = useState<Carrier | ''>(() => lastCarrier.get() ?? '');
  const [codes, setCodes] = useState<Readonly<Record<number, string>>>({});
  const [refusal, refuse] = useState<object>();
  const codeOf = (id: number) => codes[id]?.trim() ?? '';
  const sendable = orders.filter((order) => reasonNotToSend(order) === null);
  const capitals = new Map(sendable.map(({ id }) => [id, codeOf(id).toUpperCase()]));
  const left = sendable.filter(({ id }) => !done.has(id));
  const idsLeft = left.map(({ id }) => id);
  const withCode = idsLeft.filter((id) => codeOf(id) !== '');
  const skipped = left.length - withCode.length;

  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = Object.keys(codeErrors(idsLeft, capitals, true)).length > 0;
    if (carrier === '' || isWrong || withCode.length === 0) return refuse({});
    if (!isFirstPress()) return;
    lastCarrier.set(carrier);
    const parcels = JSON.stringify(withCode.map((id) => [id, codeOf(id)]));
    fetcher.submit({ intent: 'send', carrier, codes: parcels, skipped }, { method: 'post' });
  }

  return {
    carrier,
    setCarrier,
    codes,
    addCodes: (added: Readonly<Record<number, string>>) => setCodes((before) => ({ ...before, ...added })),
    left,
    withCode,
    skipped,
    errors: { ...refusalsIn(report), ...codeErrors(idsLeft, capitals, refusal !== undefined) },
    refusal,
    submit,
    isBusy,
    report,
  };
}

/** The refusals beside the fields of their orders. */
const refusalsIn = (report?: OrdersReport) =>
  Object.fromEntries((report?.refused ?? []).map(({ id, reason }) => [id, reason]));
