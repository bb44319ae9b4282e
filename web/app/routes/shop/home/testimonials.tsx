import { Stars } from '~/components/display/stars';
import { Section } from '~/components/shop/section';

const WORDS = [
  {
    text: 'Mình mua áo linen mặc đi làm cả mùa hè, giặt máy thoải mái mà phom vẫn đứng. Giao nhanh, gói hàng rất gọn.',
    name: 'Nguyễn Thu Hà',
    place: 'Hà Nội',
  },
  {
    text: 'Bảng kích thước chuẩn, nhân viên tư vấn tận tình. Lần đầu đặt online mà vừa như may đo.',
    name: 'Trần Minh Khoa',
    place: 'Đà Nẵng',
  },
  {
    text: 'Váy lụa mát, màu ngoài đẹp hơn ảnh. Đổi size miễn phí, hai ngày là có.',
    name: 'Lê Bảo Ngọc',
    place: 'TP. Hồ Chí Minh',
  },
] as const;

/** Three customer quotes: one large, two beside it. */
export function Testimonials() {
  return (
    <Section title="Khách hàng nói gì" className="py-12 lg:py-20 2xl:py-24">
      <div className="grid gap-4 lg:grid-cols-[1.3fr_1fr] lg:grid-rows-2 lg:gap-6">
        {WORDS.map(({ text, name, place }, index) => (
          <figure
            key={name}
            className={`flex flex-col justify-between gap-4 rounded-lg p-6 ${index === 0 ? 'bg-accent-soft lg:row-span-2 lg:p-10' : 'border border-line'}`}
          >
            <Stars value={5} />
            <blockquote className={index === 0 ? 'text-lg font-medium text-pretty lg:text-2xl' : 'text-pretty'}>
              “{text}”
            </blockquote>
            <figcaption className="text-sm">
              <strong>{name}</strong> <span className="text-muted">· {place}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
