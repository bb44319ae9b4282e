import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getSettings } from '~/api/settings';
import { publicPage } from '~/routing/document/public-page';
import { LegalPage } from '~/routes/pages/legal-page';
import { dataSections } from './data-sections';
import { protectionSections } from './protection-sections';
import { LoadFailure, pageData } from '~/components/shop/load-failure';
import { shopNameOf } from '~/components/shop/page-title';
import { pageHead } from '~/components/shop/seo';

/** Date of the last change of this text. */
const UPDATED = '2026-11-27';

export async function loader({ context }: LoaderFunctionArgs) {
  return { settings: await pageData(getSettings()), origin: context.origin };
}

export const headers = publicPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageHead({
    shop: shopNameOf(matches),
    title: `Chính sách bảo mật · ${shopNameOf(matches)}`,
    description: `${shopNameOf(matches)} thu thập dữ liệu cá nhân nào, để làm gì, giữ bao lâu, chia sẻ với ai; quyền xem, sửa, tải về dữ liệu và đóng tài khoản; những gì được lưu trong trình duyệt của bạn.`,
    origin: data?.origin ?? '',
    path: '/privacy',
  });

export default function Privacy() {
  const { settings } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      title="Chính sách bảo mật"
      lead={
        <p>
          {settings.shop_name} chỉ giữ dữ liệu cần để bán hàng cho bạn, không bán dữ liệu cho ai và không theo dõi bạn
          trên trang khác.
        </p>
      }
      updated={UPDATED}
      sections={[...dataSections(settings), ...protectionSections(settings)]}
      other={{ to: '/terms', label: 'Điều khoản dịch vụ' }}
    />
  );
}

export const ErrorBoundary = LoadFailure;
