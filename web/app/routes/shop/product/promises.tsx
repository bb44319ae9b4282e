import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DeliveryLine } from '~/features/delivery/delivery-line';

const PROMISES = ['Giao hàng miễn phí cho đơn từ 300.000đ', 'Đổi trả trong 7 ngày', 'Bảo hành 12 tháng'];

export function BuyPromises() {
  const list = useRef<HTMLUListElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const seeing = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    seeing.observe(list.current!);
    return () => seeing.disconnect();
  }, []);
  return (
    <ul ref={list} className="grid gap-2.5 border-t border-line pt-5 text-sm">
      {PROMISES.map((text, index) => (
        <li key={text} className="flex items-center gap-3">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 stroke-[1.5] text-accent" />
          <span>
            {text}
            {isSeen && index === 0 && <DeliveryLine lead="Đặt bây giờ, dự kiến nhận" />}
          </span>
        </li>
      ))}
    </ul>
  );
}
