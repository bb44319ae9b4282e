import { BadgePercent, Headset, Zap } from 'lucide-react';

/** How to make a deposit. */
export function Instructions() {
  return (
    <section className="max-w-lg rounded-lg bg-sand p-5">
      <h2 className="text-base">Hướng dẫn nạp tiền</h2>
      <ol className="mt-2 list-decimal space-y-1 pl-5 text-sm text-muted marker:text-ink">
        <li>Nhập hoặc chọn số tiền muốn nạp, ít nhất 10.000 VND.</li>
        <li>Nhập thông tin thẻ rồi bấm nạp.</li>
        <li>Số dư được cộng ngay khi thẻ được chấp nhận.</li>
      </ol>
    </section>
  );
}

const PROMISES = [
  { icon: Zap, title: 'Thanh toán nhanh', text: 'Trả tiền đơn hàng bằng một lần bấm, không cần nhập thẻ.' },
  { icon: BadgePercent, title: 'Không phí giao dịch', text: 'Nạp và thanh toán đều miễn phí.' },
  { icon: Headset, title: 'Hỗ trợ 24/7', text: 'Luôn có người trả lời khi bạn cần.' },
] as const;

/** The advantages of Paybox. */
export function Promises() {
  return (
    <aside aria-label="Vì sao dùng Paybox" className="grid content-start gap-3 sm:max-lg:grid-cols-3">
      {PROMISES.map(({ icon: Icon, title, text }) => (
        <div key={title} className="rounded-lg border border-line bg-surface p-5">
          <Icon aria-hidden="true" className="size-6 stroke-[1.5] text-accent" />
          <h2 className="mt-3 text-base">{title}</h2>
          <p className="mt-1 text-sm text-muted">{text}</p>
        </div>
      ))}
    </aside>
  );
}
