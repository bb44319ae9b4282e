import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getSettings } from '~/api/settings';
import { publicPage } from '~/routing/document/public-page';
import { LegalPage } from '~/routes/pages/legal-page';
import { deliveryTerms } from './delivery-terms';
import { disputeTerms } from './dispute-terms';
import { orderTerms } from './order-terms';
import { partyTerms } from './party-terms';
import { LoadFailure, pageData } from '~/components/shop/load-failure';
import { shopNameOf } from '~/components/shop/page-title';
import { pageHead } from '~/components/shop/seo';

/** Date of the last change of this text. */
const UPDATED = '2026-11-22';

export async function loader({ context }: LoaderFunctionArgs) {
  return { settings: await pageData(getSettings()), origin: context.origin };
}

export const headers = publicPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageHead({
    shop: shopNameOf(matches),
    title: `Điều khoản dịch vụ · ${shopNameOf(matches)}`,
    description: `Điều khoản mua hàng tại ${shopNameOf(matches)}: đặt hàng, giá và thuế, phí giao hàng, thanh toán bằng thẻ, ví Paybox, giao hàng, đổi trả trong 7 ngày và giải quyết khiếu nại.`,
    origin: data?.origin ?? '',
    path: '/terms',
  });

export default function TermsPage() {
  const { settings } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      title="Điều khoản dịch vụ"
      lead={<p>Thỏa thuận giữa bạn và {settings.shop_name} khi bạn xem hàng, mua hàng và dùng ví Paybox tại đây.</p>}
      updated={UPDATED}
      sections={[partyTerms, orderTerms, deliveryTerms, disputeTerms].flatMap((termsOf) => termsOf(settings))}
      other={{ to: '/privacy', label: 'Chính sách bảo mật' }}
    />
  );
}

export const ErrorBoundary = LoadFailure;
