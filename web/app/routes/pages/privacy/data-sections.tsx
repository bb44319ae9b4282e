import { Link } from '@remix-run/react';
import type { Settings } from 'contract/administration/settings';
import { Seller, type LegalSection } from '~/routes/pages/legal-page';
import { contactOf } from './contact';
import { LegalTable } from './legal-table';

/** The collected data: kind, purpose, retention. */
const COLLECTED = [
  ['Tên đăng nhập, email, mật khẩu (chỉ lưu dạng băm)', 'Mở và bảo vệ tài khoản', 'Đến khi đóng tài khoản'],
  [
    'Họ tên, điện thoại, giới tính, ngày sinh, địa chỉ, ảnh đại diện',
    'Điền sẵn đơn hàng, chào đúng tên',
    'Đến khi bạn xóa hoặc đóng tài khoản',
  ],
  [
    'Đơn hàng, địa chỉ nhận, lời nhắn quà tặng, mã vận đơn, yêu cầu hoàn tiền, ghi chú của cửa hàng về đơn',
    'Giao hàng, đổi trả, bảo hành',
    '10 năm, theo luật kế toán',
  ],
  ['Giao dịch ví Paybox, mã giao dịch thẻ', 'Ghi sổ, đối soát, xử lý khiếu nại', '10 năm, theo luật kế toán'],
  ['Sản phẩm yêu thích', 'Cho bạn tìm lại', 'Đến khi bạn bỏ hoặc đóng tài khoản'],
  ['Đánh giá', 'Hiển thị công khai kèm tên của bạn', 'Đến khi bị gỡ; ẩn danh khi đóng tài khoản'],
  [
    'Ảnh trong đánh giá',
    'Hiển thị công khai sau khi cửa hàng duyệt',
    'Đến khi bạn hoặc cửa hàng gỡ, hoặc đóng tài khoản',
  ],
  ['Tin nhắn với tư vấn viên', 'Trả lời và theo dõi yêu cầu', 'Đến khi đóng tài khoản, sau đó ẩn danh'],
  [
    'Từ khóa tìm, sản phẩm được chọn hoặc mua sau đó: chỉ đếm theo ngày, không gắn với ai; không đếm từ khóa trông như email hay dãy số dài',
    'Xếp kết quả tìm kiếm cho hợp hơn; không gửi khi trình duyệt bật DNT hoặc GPC',
    '400 ngày',
  ],
  [
    'Lỗi của trang trên trình duyệt và, ở một phần mười lượt mở, tốc độ trang: chỉ loại trang, tên lỗi và vị trí trong mã của cửa hàng; không gắn với ai, không kèm địa chỉ trang hay điều bạn nhập',
    'Sửa lỗi, làm trang nhanh hơn; không gửi khi trình duyệt bật DNT hoặc GPC',
    'Chỉ đếm; dòng ghi lỗi không quá 90 ngày',
  ],
  ['Lời và ảnh bạn đưa vào tìm kiếm AI', 'Tìm sản phẩm giống, ngay lúc đó', 'Không lưu lại'],
  [
    'Thư đã gửi cho bạn: loại thư, lúc gửi, địa chỉ nhận khi khác email của tài khoản',
    'Gửi lại khi lỗi, trả lời khi bạn hỏi',
    'Không quá 1 năm',
  ],
  [
    'Lần đăng nhập: thiết bị, một phần địa chỉ IP',
    'Cho bạn xem và đăng xuất từ xa',
    'Không quá 90 ngày sau lần dùng cuối',
  ],
  ['Email nhận tin', 'Gửi tin bạn đã đăng ký', 'Đến khi bạn hủy nhận tin'],
  [
    'Email và sản phẩm bạn chờ có hàng',
    'Báo một lần khi có hàng, sau khi bạn xác nhận qua email',
    'Đến khi bạn ngừng nhận; lâu nhất 180 ngày, 30 ngày sau khi báo',
  ],
  [
    'Giỏ hàng của bạn, chỉ khi bạn đồng ý trong trang Tài khoản',
    'Nhắc một lần qua email về hàng còn trong giỏ',
    'Đến khi bạn bỏ đồng ý; 30 ngày sau lần đổi cuối',
  ],
  [
    'Email đã từ chối nhắc giỏ hàng hoặc thông báo có hàng (chỉ lưu dạng băm)',
    'Không hỏi hay nhắc lại email đó',
    'Đến khi bạn đồng ý nhận trở lại',
  ],
  [
    'Nhật ký thay đổi của quản trị viên: tài khoản hay đơn nào được sửa, ai sửa, từ địa chỉ IP nào',
    'Biết ai đã thay đổi gì',
    'Lâu dài; tên đăng nhập và email của khách được xóa khỏi nhật ký khi đóng tài khoản',
  ],
  ['Địa chỉ IP, thời điểm gọi máy chủ', 'Chống dò mật khẩu, tìm lỗi', 'Không quá 90 ngày'],
  [
    'Mạng (địa chỉ IP) khi bạn đặt hàng (chỉ lưu dạng băm), trước lần thanh toán đầu tiên',
    'Chống giữ hàng mà không mua',
    'Đến khi đơn được thanh toán hoặc hủy',
  ],
] as const;

/** Who holds which data, shares it with whom, and the rights of the people it is about. */
export function dataSections(settings: Settings): LegalSection[] {
  const contact = contactOf(settings);
  return [
    {
      id: 'ben-kiem-soat',
      title: 'Ai chịu trách nhiệm về dữ liệu',
      body: (
        <>
          <p>Bên kiểm soát và xử lý dữ liệu cá nhân:</p>
          <Seller of={settings} />
        </>
      ),
    },
    {
      id: 'du-lieu',
      title: 'Dữ liệu nào, để làm gì, giữ bao lâu',
      body: (
        <>
          <LegalTable head={['Dữ liệu', 'Để làm gì', 'Giữ bao lâu']} rows={COLLECTED} />
          <p>
            Căn cứ xử lý là hợp đồng mua bán với bạn, nghĩa vụ theo luật về kế toán và thuế, và sự đồng ý của bạn đối
            với phần không bắt buộc. Số thẻ không đi qua máy chủ của chúng tôi: trình duyệt gửi thẳng cho đối tác thanh
            toán.
          </p>
        </>
      ),
    },
    {
      id: 'chia-se',
      title: 'Chia sẻ với ai',
      body: (
        <ul>
          <li>Đơn vị vận chuyển: tên, điện thoại và địa chỉ nhận của đơn hàng.</li>
          <li>Đối tác thanh toán thẻ: số tiền, mã đơn và dữ liệu thẻ bạn nhập vào khung của họ.</li>
          <li>Đơn vị gửi thư điện tử và lưu trữ máy chủ: chỉ xử lý theo lệnh của chúng tôi.</li>
          <li>Google hoặc Facebook: chỉ khi bạn chọn đăng nhập qua họ, để nhận tên và email của bạn.</li>
          <li>Cơ quan nhà nước: khi pháp luật bắt buộc.</li>
        </ul>
      ),
    },
    {
      id: 'quyen',
      title: 'Quyền của bạn',
      body: (
        <>
          <p>Phần lớn các quyền bạn tự dùng được ngay, không cần hỏi:</p>
          <ul>
            <li>
              <strong>Xem và sửa</strong> thông tin trong <Link to="/profile">trang Tài khoản</Link>.
            </li>
            <li>
              <strong>Tải về</strong> dữ liệu của bạn dưới dạng tệp JSON, cũng trong trang Tài khoản.
            </li>
            <li>
              <strong>Đóng tài khoản</strong>: thông tin cá nhân bị xóa; đơn hàng và sổ ví được giữ lại ẩn danh theo
              luật kế toán.
            </li>
            <li>
              <strong>Rút lại đồng ý, phản đối, hạn chế xử lý, khiếu nại</strong>: viết cho {contact}. Chúng tôi trả lời
              trong 72 giờ.
            </li>
          </ul>
          <p>
            Bạn cũng có quyền khiếu nại đến cơ quan chuyên trách bảo vệ dữ liệu cá nhân và khởi kiện theo Luật Bảo vệ dữ
            liệu cá nhân.
          </p>
        </>
      ),
    },
  ];
}
