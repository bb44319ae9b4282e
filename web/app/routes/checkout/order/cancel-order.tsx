import { useFetcher } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { useState } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { useFirstPress } from '~/components/form/use-first-press';
import { Modal } from '~/components/overlay/modal';
import type { OrderAnswer } from './order-answer';

/** Cancels an unpaid order after a confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const [isAsking, setIsAsking] = useState(false);
  const fetcher = useFetcher<OrderAnswer>();
  const isFirstPress = useFirstPress(fetcher);
  const isBusy = fetcher.state !== 'idle';
  const { coupon_code: coupon } = order;
  return (
    <>
      <Button variant="quiet" size="sm" className="justify-self-start text-signal" onClick={() => setIsAsking(true)}>
        Hủy đơn hàng
      </Button>
      {isAsking && (
        <Modal
          title={`Hủy đơn hàng #${order.id}?`}
          isBusy={isBusy}
          onClose={() => setIsAsking(false)}
          footer={
            <fetcher.Form method="post" onSubmit={isFirstPress} className="flex flex-wrap justify-end gap-3">
              <Button variant="outline" disabled={isBusy} onClick={() => setIsAsking(false)}>
                Giữ lại
              </Button>
              <Button type="submit" name="intent" value="cancel" variant="danger" isBusy={isBusy}>
                Hủy đơn hàng
              </Button>
            </fetcher.Form>
          }
        >
          <div className="grid gap-3">
            <p>
              Đơn chưa được thanh toán. Khi hủy, hàng trở về kho
              {coupon && `, lượt dùng mã giảm giá ${coupon} được trả lại`} và bạn không bị trừ tiền.
            </p>
            {fetcher.data?.error && <Alert tone="danger">{fetcher.data.error}</Alert>}
          </div>
        </Modal>
      )}
    </>
  );
}
