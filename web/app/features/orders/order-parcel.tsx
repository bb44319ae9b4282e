import { CARRIER_NAMES, knowsCode } from 'contract/orders/carriers';
import type { Order } from 'contract/orders/orders';
import type { Parcel } from 'contract/orders/parcels';
import { ExternalLink } from 'lucide-react';
import { formatTime } from '~/components/display/date';
import { buttonStyle } from '~/components/form/button';
import { CopyButton } from '~/components/form/copy-button';
import { OrderSection } from './order-sections';

/** The parcel of an order for its buyer; nothing until it is sent. */
export const ParcelSection = ({ order: { parcel } }: { order: Order }) =>
  parcel && (
    <OrderSection title="Kiện hàng">
      <ParcelDetails parcel={parcel} />
    </OrderSection>
  );

/** The carrier of a parcel, when it was sent, its code, and the page on which it is followed. */
export function ParcelDetails({ parcel }: { parcel: Parcel }) {
  const { carrier, tracking_code: code, tracking_url: url, sent_at } = parcel;
  const name = CARRIER_NAMES[carrier];
  return (
    <div className="grid justify-items-start gap-1">
      <p className="[overflow-wrap:anywhere]">
        {carrier === 'other' ? 'Đã gửi' : `Gửi bởi ${name}`}, mã vận đơn <strong className="tabular">{code}</strong>
      </p>
      <p className="text-sm text-muted">Gửi lúc {formatTime(sent_at)}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        {url && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle({ variant: 'outline', size: 'sm' })}
          >
            Theo dõi kiện hàng
            <span className="sr-only"> (mở trang của {name})</span>
            <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        )}
        <CopyButton label="Mã vận đơn" text={code} />
      </div>
      {url && !knowsCode(parcel) && <p className="text-sm text-muted">Sao chép mã, rồi nhập ở trang của {name}.</p>}
    </div>
  );
}
