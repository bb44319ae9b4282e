import { deliveryDays } from 'contract/orders/delivery-rules';
import { formatDeliveryDays } from 'contract/orders/delivery-text';
import { provinceOf } from 'contract/orders/provinces';
import { shippingAddress } from '~/features/addresses/shipping-address';
import { useSettings } from '~/features/settings/use-settings';

/**
 * When an order that is paid now is expected, at the address that was typed last. In the browser only: pages are cached on the
 * server for longer than a day.
 * @param props.lead the words before the days
 */
export function DeliveryPromise({ lead }: { lead: string }) {
  const rules = useSettings()?.delivery;
  const { city } = shippingAddress.use();
  if (!rules) return null;
  return (
    <>
      {lead} <span className="tabular">{formatDeliveryDays(deliveryDays(new Date().toISOString(), rules, city))}</span>
      {rules.zones.length > 0 && placeOf(city)}
    </>
  );
}

/** Where the days differ, the place that they are of. */
function placeOf(city: string): string {
  const province = provinceOf(city);
  return province === null ? ', tùy tỉnh thành' : ` tại ${province}`;
}
