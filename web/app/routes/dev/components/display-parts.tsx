import { Clock } from 'lucide-react';
import { StateBadge } from '~/components/display/state-badge';
import { Badge } from '~/components/display/badge';
import { Breadcrumb } from '~/components/display/breadcrumb';
import { Email } from '~/components/display/email';
import { Pager } from '~/components/display/pager';
import { ProductPicture } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import { QrCode } from '~/components/display/qr-code';
import { Stars } from '~/components/display/stars';
import { Tabs } from '~/components/display/tabs';
import { Group, LONG_NAME, Specimen } from './specimen';

const TONES = ['ink', 'accent', 'signal', 'paper', 'sand', 'warn', 'success', 'danger'] as const;
const HERE = '/dev/components';

export function DisplayParts() {
  return (
    <Group title="display">
      <Specimen file="display/state-badge.tsx" hint="a state, with its icon">
        <StateBadge label="Chờ gửi" tone="warn" icon={Clock} />
      </Specimen>
      <Specimen file="display/badge.tsx" hint="one or two words">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimen>
      <Specimen file="display/breadcrumb.tsx" hint="the last crumb is the page">
        <Breadcrumb crumbs={[{ label: 'Trang chủ', to: '/' }, { label: 'Áo khoác', to: HERE }, { label: LONG_NAME }]} />
      </Specimen>
      <Specimen file="display/email.tsx" hint="breaks before the @">
        <p className="w-32">
          <Email address="nguyen.thi.lan@example.com" />
        </p>
      </Specimen>
      <Specimen file="display/pager.tsx" hint="links, for lists of pages">
        {[1, 2, 3].map((page) => (
          <Pager key={page} page={page} pageCount={3} href={() => HERE} />
        ))}
      </Specimen>
      <Specimen file="display/picture.tsx" hint="a picture of the shop, or that there is none">
        <ProductPicture src="/icons/apple-touch-icon.png" alt="Áo thun" sizes="8rem" className="w-32" />
        <ProductPicture src={null} alt="Áo thun" sizes="8rem" className="w-32" />
      </Specimen>
      <Specimen file="display/price.tsx" hint="an amount in đồng">
        <Price amount={199_000} />
        <Price amount={199_000} before={259_000} />
        <Price amount={199_000} isFrom />
        <Price amount={0} />
        <Price amount={1_999_999_999} before={2_999_999_999} />
      </Specimen>
      <Specimen file="display/qr-code.tsx" hint="for a camera">
        <QrCode text="https://may.example" label="Mã để thử" />
      </Specimen>
      <Specimen file="display/stars.tsx" hint="a rating as shown">
        {[0, 2.5, 4.3, 5].map((value) => (
          <Stars key={value} value={value} />
        ))}
      </Specimen>
      <Specimen file="display/tabs.tsx" hint="parts of one page">
        <Tabs
          label="Thông tin"
          tabs={[
            { id: 'about', label: 'Mô tả', content: <p>{LONG_NAME}</p> },
            { id: 'reviews', label: 'Đánh giá (12)', content: <p>Chưa có.</p> },
          ]}
        />
      </Specimen>
    </Group>
  );
}
