import { useNavigate } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { useState } from 'react';
import { sentenceOf } from '~/api/http/client';
import { toast } from '~/components/feedback/toast';
import { Button } from '~/components/form/button';
import { buyAgain } from '~/features/cart/buy-again';
import { useIsMounted } from '~/lib/use-is-mounted';

/** How many products a message names. */
const MAX_NAMED = 3;

/** Puts an order's products into the cart again, and shows the cart. */
export function BuyAgainButton({ order }: { order: Order }) {
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  const isMounted = useIsMounted();

  async function put() {
    setIsBusy(true);
    try {
      const { held, exceptions } = await buyAgain(order.orderItems);
      const rest = exceptions.length > 0 && named(exceptions);
      if (held === 0) toast(`Chưa thêm được sản phẩm nào: ${rest}.`, { tone: 'danger' });
      else toast(rest ? `Đã thêm vào giỏ hàng, trừ: ${rest}.` : 'Đã thêm vào giỏ hàng!');
      if (held > 0 && isMounted.current) navigate('/cart');
    } catch (error) {
      toast(sentenceOf(error), { tone: 'danger' });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Button
      variant="outline"
      className="mt-2 justify-self-start"
      isBusy={isBusy}
      disabled={isBusy}
      onClick={() => void put()}
    >
      Mua lại
    </Button>
  );
}

function named(products: readonly string[]): string {
  const others = products.length - MAX_NAMED;
  return [...products.slice(0, MAX_NAMED), ...(others > 0 ? [`${others} sản phẩm khác`] : [])].join(', ');
}
