import { deliveryDays } from 'contract/delivery-rules';
import { useSettings } from '~/features/checkout/pricing';
import { formatDeliveryDays } from './delivery-text';

/**
 * When an order that is paid now is expected. In the browser only: pages are cached on the server for longer than a day.
 * @param props.lead the words before the days
 */
export function DeliveryPromise({ lead }: { lead: string }) {
  const rules = useSettings()?.delivery;
  if (!rules) return null;
  return (
    <>
      {lead} <span className="tabular">{formatDeliveryDays(deliveryDays(new Date().toISOString(), rules))}</span>
    </>
  );
}
