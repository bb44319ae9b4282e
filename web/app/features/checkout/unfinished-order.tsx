import { Form, useNavigation } from '@remix-run/react';
import { formatVnd } from 'contract/rules';
import { useState } from 'react';
import { giveUpOrder, unfinishedOrder } from '~/api/orders/place-order';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { RESEND_INTENT } from './checkout';

/**
 * Says that an earlier order got no answer and may have been placed, and sends it again as it was. Its goods may be
 * missing in the stock that the cart shows, so a new order could be refused, or be a second one.
 */
export function UnfinishedOrder() {
  const { state } = useNavigation();
  const [order, setOrder] = useState(unfinishedOrder);
  const [lastState, setLastState] = useState(state);
  if (state !== lastState) {
    setLastState(state);
    // Sent again, it has its answer, or not yet. An order that the page itself has placed says so in its own message.
    if (state === 'idle') setOrder(order && unfinishedOrder());
  }
  if (order === undefined) return null;
  function ignore() {
    if (order) giveUpOrder(order);
    setOrder(unfinishedOrder);
  }
  return (
    <Alert
      tone="warning"
      action={
        <Form method="post" action="/placeorder" className="flex flex-wrap gap-2">
          <Button
            type="submit"
            name="intent"
            value={RESEND_INTENT}
            variant="outline"
            size="sm"
            isBusy={state !== 'idle'}
          >
            Gửi lại đơn đó
          </Button>
          <Button variant="quiet" size="sm" disabled={state !== 'idle'} onClick={ignore}>
            Bỏ qua
          </Button>
        </Form>
      }
    >
      Đơn hàng {formatVnd(order.totalPrice)} bạn vừa gửi chưa có trả lời, có thể đã được đặt. Gửi lại để biết chắc: đơn
      không bị đặt hai lần.
    </Alert>
  );
}
