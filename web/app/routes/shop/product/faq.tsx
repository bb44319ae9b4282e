import { DEFAULT_DELIVERY } from 'contract/orders/delivery-rules';
import { useSettings } from '~/features/settings/use-settings';
import { formatDeliveryTime } from 'contract/orders/delivery-text';

const questions = (deliveryTime: string) =>
  [
    ['Sản phẩm được bảo hành bao lâu?', 'Bảo hành 12 tháng cho đường may, khóa kéo và cúc kể từ ngày nhận hàng.'],
    ['Bao lâu thì tôi nhận được hàng?', `Thời gian giao hàng ${deliveryTime}, tùy tỉnh thành.`],
    [
      'Phí giao hàng là bao nhiêu?',
      'Giao hàng miễn phí cho đơn từ 300.000đ. Phí của từng đơn luôn hiện rõ trước khi bạn đặt.',
    ],
    [
      'Tôi có thể đổi trả không?',
      'Có, trong 7 ngày kể từ khi nhận hàng, với sản phẩm còn nguyên tem và chưa qua sử dụng.',
    ],
  ] as const;

/** Frequent questions before buying. */
export function Faq() {
  const deliveryTime = formatDeliveryTime(useSettings()?.delivery ?? DEFAULT_DELIVERY, null);
  return (
    <div className="grid max-w-3xl">
      {questions(deliveryTime).map(([question, answer]) => (
        <details key={question} className="group border-b border-line" name="faq">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 font-medium [&::-webkit-details-marker]:hidden">
            {question}
            <span aria-hidden="true" className="text-xl transition-transform group-open:rotate-45">
              +
            </span>
          </summary>
          <p className="pb-4 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
