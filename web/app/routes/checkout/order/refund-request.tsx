import { Link, useFetcher } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { MAX_REFUND_REASON, formatVnd } from 'contract/rules';
import { useState } from 'react';
import type { OrderAnswer } from './order-answer';
import { keepRefundReason, readRefundReason } from './refund-draft';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { focusOnMount } from '~/components/form/focus/focus';
import { formatTime } from '~/components/display/date';
import { TextArea } from '~/components/form/field';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';

/** The state of an order's refund; for a paid order without a request, the form that requests it. */
export function Refund({ order }: { order: Order }) {
  const { refund_request: request } = order;
  const [wasAbsent] = useState(request === null);
  const isRefunded = order.isRefunded || request?.isApproved === true;
  return (
    <>
      {isRefunded && <Refunded order={order} />}
      {order.refund_reason !== null && (
        <p className="text-sm break-words whitespace-pre-line">
          <span className="text-muted">Lý do cửa hàng hoàn tiền: </span>
          {order.refund_reason}
        </p>
      )}
      {!isRefunded && request && (
        <div ref={wasAbsent ? focusOnMount : undefined} className="focus:outline-none">
          <RefundRequestState request={request} />
        </div>
      )}
      {request && (
        <p className="text-sm break-words whitespace-pre-line">
          <span className="text-muted">Lý do: </span>
          {request.reason}
        </p>
      )}
      {!isRefunded && !request && <RefundForm key={order.id} order={order} />}
    </>
  );
}

function Refunded({ order: { totalPrice, refundedToWallet, refundedToCard } }: { order: Order }) {
  if (totalPrice === 0) return <Alert tone="success">Đơn hàng đã được hoàn.</Alert>;
  // The card took the money back and the bank returned it to the shop: the notice explains it.
  if (refundedToWallet + refundedToCard === 0) return null;
  if (refundedToWallet === 0) return <Alert tone="success">Đã hoàn {formatVnd(refundedToCard)} về thẻ.</Alert>;
  return (
    <Alert tone="success">
      Đã hoàn {formatVnd(refundedToWallet)} vào{' '}
      <Link to="/paybox?tab=history" className="font-medium underline underline-offset-4">
        ví Paybox
      </Link>{' '}
      của bạn{refundedToCard > 0 && ` và ${formatVnd(refundedToCard)} về thẻ`}.
    </Alert>
  );
}

function RefundRequestState({ request }: { request: NonNullable<Order['refund_request']> }) {
  const { createdAt, isApproved, decision_reason: decisionReason } = request;
  const sent = `Yêu cầu hoàn tiền gửi lúc ${formatTime(createdAt)}`;
  return isApproved === null ? (
    <Alert tone="warning">{sent} đang chờ duyệt.</Alert>
  ) : (
    <Alert tone="danger">
      {sent} đã bị từ chối.
      {decisionReason !== null && (
        <span className="block [overflow-wrap:anywhere] whitespace-pre-line">Lý do từ chối: {decisionReason}</span>
      )}
    </Alert>
  );
}

function RefundForm({ order }: { order: Order }) {
  const fetcher = useFetcher<OrderAnswer>();
  const [reason, setReason] = useState(() => readRefundReason(order.id));
  /** Undefined until the form was opened or closed: its button has the focus again once it is closed. A kept reason opens it. */
  const [isOpen, setIsOpen] = useState<boolean | undefined>(reason !== '' || undefined);
  const [isPressed, setPressed] = useState(false);
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  const form = useFirstError(answer?.reasonError ? answer : undefined);
  const isFirstPress = useFirstPress(fetcher);
  if (!isOpen) {
    return (
      <Button
        variant="outline"
        className="justify-self-start"
        autoFocus={isOpen === false}
        onClick={() => {
          setIsOpen(true);
          setPressed(true);
        }}
      >
        Yêu cầu hoàn tiền
      </Button>
    );
  }
  return (
    <fetcher.Form ref={form} method="post" onSubmit={isFirstPress} noValidate className="grid max-w-2xl gap-4">
      <TextArea
        label="Lý do hoàn tiền"
        name="reason"
        rows={4}
        maxLength={MAX_REFUND_REASON}
        required
        autoFocus={isPressed}
        hint={`Tiền (${formatVnd(order.leftToRefund)}) được hoàn vào ví Paybox khi yêu cầu được duyệt.`}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          keepRefundReason(order.id, event.target.value);
        }}
        error={reason.trim() === '' ? answer?.reasonError : null}
      />
      {answer?.error && <Alert tone="danger">{answer.error}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="refund" isBusy={fetcher.state !== 'idle'}>
          Gửi yêu cầu
        </Button>
        <Button variant="quiet" disabled={fetcher.state !== 'idle'} onClick={() => setIsOpen(false)}>
          Để sau
        </Button>
      </div>
    </fetcher.Form>
  );
}
