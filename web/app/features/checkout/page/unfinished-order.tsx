import { Form, useNavigation } from '@remix-run/react';
import type { PlaceOrder } from 'contract/orders/placing';
import { formatVnd } from 'contract/rules';
import { useState } from 'react';
import { giveUpOrder, isSameOrder, useUnfinishedOrder } from '~/api/orders/place-order';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { useFirstPress } from '~/components/form/use-first-press';
import { RESEND_INTENT } from '../checkout';

/**
 * Says that an earlier order got no answer and may have been placed, and sends it again as it was. Its goods may be
 * missing in the stock that the cart shows, so a new order could be refused, or be a second one.
 * @param except the order whose lost answer the page itself tells of
 */
export function UnfinishedOrder({ except }: { except?: PlaceOrder }) {
  const navigation = useNavigation();
  const isBusy = navigation.state !== 'idle';
  const isFirstPress = useFirstPress(navigation);
  const unfinished = useUnfinishedOrder(except);
  // An order that is being sent has no answer yet.
  const [order, setOrder] = useState(unfinished);
  if (!isBusy && !isSameOrder(order, unfinished)) setOrder(unfinished);
  if (order === undefined) return null;
  return (
    <Alert
      tone="warning"
      action={
        <Form method="post" action="/placeorder" onSubmit={isFirstPress} className="flex flex-wrap gap-2">
          <input type="hidden" name="order" value={JSON.stringify(order)} />
          <Button type="submit" name="intent" value={RESEND_INTENT} variant="outline" size="sm" isBusy={isBusy}>
            Gửi lại đơn đó
          </Button>
          <Button variant="quiet" size="sm" disabled={isBusy} onClick={() => giveUpOrder(order)}>
            Bỏ qua
          </Button>
        </Form>
      }
    >
      Chưa rõ đơn hàng {formatVnd(order.totalPrice)} bạn vừa gửi đã được đặt hay chưa, do kết nối gián đoạn. Hãy gửi lại
      để biết chắc: đơn không bị đặt hai lần.
    </Alert>
  );
}
