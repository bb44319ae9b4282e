import { Section } from '~/components/shop/section';
import { TestPaymentsBanner, TestPaymentsContext } from '~/components/shop/test-payments';
import { Group, LONG_NAME, Specimen } from './specimen';

export function ShopParts() {
  return (
    <Group title="shop">
      <Specimen file="shop/section.tsx" hint="a part of a page with its heading">
        <Section
          title="Hàng mới về"
          lead={LONG_NAME}
          more={{ to: '/search', label: 'Xem tất cả' }}
          className="w-full py-4"
        >
          <p>Nội dung</p>
        </Section>
      </Specimen>
      <Specimen file="shop/test-payments.tsx" hint="while cards go to the payment sandbox">
        <TestPaymentsContext.Provider value>
          <TestPaymentsBanner />
        </TestPaymentsContext.Provider>
      </Specimen>
    </Group>
  );
}
