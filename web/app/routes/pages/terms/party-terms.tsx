import { Link } from '@remix-run/react';
import type { Settings } from 'contract/administration/settings';
import { Seller, type LegalSection } from '~/routes/pages/legal-page';

/** The parties and their accounts. */
export function partyTerms(settings: Settings): LegalSection[] {
  const { shop_name: shop } = settings;
  return [
    {
      id: 'ben-ban',
      title: 'Chúng tôi là ai',
      body: (
        <>
          <p>
            “{shop}” và “chúng tôi” là bên bán hàng dưới đây. “Bạn” là người truy cập, người mua hoặc chủ tài khoản.
          </p>
          <Seller of={settings} />
          <p>
            Khi đặt hàng hoặc mở tài khoản, bạn xác nhận đã đọc và đồng ý với điều khoản này. Nếu chưa đủ 18 tuổi, bạn
            cần được cha mẹ hoặc người giám hộ đồng ý.
          </p>
        </>
      ),
    },
    {
      id: 'tai-khoan',
      title: 'Tài khoản',
      body: (
        <ul>
          <li>Thông tin bạn khai phải là của bạn và còn đúng. Mỗi email chỉ mở được một tài khoản.</li>
          <li>
            Bạn giữ kín mật khẩu và chịu trách nhiệm về việc dùng tài khoản, trừ khi lỗi thuộc về chúng tôi. Thấy dấu
            hiệu lạ, hãy đổi mật khẩu ngay: mọi thiết bị khác sẽ bị đăng xuất.
          </li>
          <li>
            Chúng tôi có thể tạm khóa tài khoản gian lận hoặc phá hoại và sẽ nêu lý do khi bạn hỏi. Bạn có thể tự đóng
            tài khoản bất cứ lúc nào trong <Link to="/profile">trang Tài khoản</Link>.
          </li>
        </ul>
      ),
    },
  ];
}
