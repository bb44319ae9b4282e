import { useFetcher } from '@remix-run/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFirstPress } from '~/components/form/use-first-press';
import { isComplete, type OrdersReport } from './run-for-orders';

interface OrdersActionProps {
  /** Receives the orders of each attempt that are done. */
  onDone?: (ids: readonly number[]) => void;
  /** Called when nothing of an attempt is left. */
  onClose: () => void;
}

/** Posts an action on several orders to the page, and keeps which of them are done over all attempts. */
export function useOrdersAction(calls: OrdersActionProps) {
  const fetcher = useFetcher<OrdersReport>();
  const { data, state } = fetcher;
  const isFirstPress = useFirstPress(fetcher);
  const [doneBefore, setDoneBefore] = useState<ReadonlySet<number>>(new Set());
  // With those of the newest attempt at once, so that no render shows its report beside rows that it has ended.
  const done = useMemo(() => new Set([...doneBefore, ...(data?.done ?? [])]), [doneBefore, data]);
  const latest = useRef<(report: OrdersReport) => void>();
  useLayoutEffect(() => {
    latest.current = (report) => {
      setDoneBefore((before) => new Set([...before, ...report.done]));
      calls.onDone?.(report.done);
      if (isComplete(report)) calls.onClose();
    };
  });
  useEffect(() => {
    if (state === 'idle' && data) latest.current?.(data);
  }, [state, data]);
  const isBusy = state !== 'idle';
  // A complete one closes the dialog.
  const report = isBusy || !data || isComplete(data) ? undefined : data;
  return { fetcher, isFirstPress, isBusy, done, report };
}
