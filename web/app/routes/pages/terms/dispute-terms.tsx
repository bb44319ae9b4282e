import type { Settings } from 'contract/administration/settings';
import type { LegalSection } from '~/routes/pages/legal-page';

/** Liability, complaints and changes of these terms. */
export function disputeTerms(settings: Settings): LegalSection[] {
  const { email } = settings;
  return [
    {
      id: 'trach-nhiem',
      title: 'Trách nhiệm',
      body: (
        <ul>
          <li>Chúng tôi chịu trách nhiệm về hàng bán ra đúng mô tả và về thiệt hại do lỗi của mình gây ra.</li>
          <li>
            Chúng tôi không chịu trách nhiệm về chậm trễ do thiên tai, dịch bệnh, sự cố đường truyền hay quyết định của
            cơ quan nhà nước, nhưng sẽ báo sớm và tìm cách giảm thiệt hại cho bạn.
          </li>
          <li>
            Không điều khoản nào ở đây loại trừ hay hạn chế quyền của bạn theo Luật Bảo vệ quyền lợi người tiêu dùng.
          </li>
        </ul>
      ),
    },
    {
      id: 'khieu-nai',
      title: 'Khiếu nại và tranh chấp',
      body: (
        <>
          <p>
            Hãy gửi khiếu nại đến {email ? <a href={`mailto:${email}`}>{email}</a> : 'chúng tôi'} hoặc nhắn tin cho tư
            vấn viên, kèm số đơn hàng. Chúng tôi xác nhận trong 1 ngày làm việc và giải quyết trong 7 ngày làm việc.
          </p>
          <p>
            Nếu chưa thỏa đáng, hai bên thương lượng hoặc hòa giải. Bạn có quyền gửi yêu cầu đến cơ quan bảo vệ quyền
            lợi người tiêu dùng nơi bạn ở, hoặc khởi kiện tại Tòa án có thẩm quyền của Việt Nam. Hợp đồng được điều
            chỉnh bởi pháp luật Việt Nam.
          </p>
        </>
      ),
    },
    {
      id: 'thay-doi',
      title: 'Thay đổi điều khoản',
      body: (
        <p>
          Bản mới được đăng ở trang này ít nhất 7 ngày trước khi có hiệu lực, với ngày cập nhật ở đầu trang. Đơn hàng đã
          đặt vẫn theo bản có hiệu lực lúc đặt.
        </p>
      ),
    },
  ];
}
