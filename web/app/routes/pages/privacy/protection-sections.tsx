import type { Settings } from 'contract/administration/settings';
import type { LegalSection } from '~/routes/pages/legal-page';
import { contactOf } from './contact';
import { LegalTable } from './legal-table';

/** The browser storage of the shop: key and purpose. */
const KEPT_IN_BROWSER = [
  ['authTokens, userInfo', 'Giữ bạn đăng nhập; xóa khi đăng xuất'],
  ['cartItems', 'Giỏ hàng'],
  ['shippingAddress, paymentMethod, couponCode, giftNote, checkoutOwner', 'Đơn hàng đang đặt dở, và của tài khoản nào'],
  [
    'typedAddress (đến khi đóng tab)',
    'Địa chỉ bạn đã nhập, để dùng lại sau khi chọn thử địa chỉ đã lưu; xóa khi đăng xuất',
  ],
  ['theme', 'Giao diện sáng hoặc tối mà bạn đã chọn'],
  ['reviewDrafts', 'Đánh giá viết dở; xóa khi gửi'],
  [
    'unfinishedOrders',
    'Đơn đã gửi mà chưa nhận được phản hồi, để gửi lại không đặt hai lần; hết hiệu lực sau 24 giờ, xóa khi đăng xuất hoặc khi tài khoản khác đặt hàng trên thiết bị này',
  ],
  ['idempotencyKeys (đến khi đóng tab)', 'Để bấm hai lần cũng chỉ trả tiền một lần'],
  ['recentSearches', 'Gợi ý lại từ khóa bạn đã tìm; chỉ ở máy này, xóa khi đăng xuất'],
  ['viewedProducts', 'Sản phẩm bạn vừa xem; chỉ ở máy này, xóa bằng nút “Xóa sản phẩm đã xem” hoặc khi đăng xuất'],
  ['bodySize', 'Chiều cao, cân nặng bạn nhập để chọn cỡ; chỉ ở máy này, xóa khi đăng xuất'],
  ['wantedFavorite (đến khi đóng tab)', 'Sản phẩm bạn bấm yêu thích, để thêm vào sau khi đăng nhập'],
  ['searchClicks (đến khi đóng tab)', 'Để biết từ khóa nào dẫn đến món bạn mua; không lưu khi bật DNT hoặc GPC'],
  ['chatDraft, chatOutbox (đến khi đóng tab)', 'Tin nhắn viết dở hoặc chưa gửi được; xóa khi gửi hoặc đăng xuất'],
  ['refundReason (đến khi đóng tab)', 'Lý do hoàn tiền viết dở; xóa khi gửi hoặc đăng xuất'],
  ['chunkReload (đến khi đóng tab)', 'Để không tải lại trang mãi khi cửa hàng vừa có bản mới'],
  ['tkbSession', 'Trang thời khóa biểu minh họa, không liên quan đến cửa hàng'],
] as const;

/** What stays in the browser, how data is protected, and changes of this text. */
export function protectionSections(settings: Settings): LegalSection[] {
  const contact = contactOf(settings);
  return [
    {
      id: 'trinh-duyet',
      title: 'Cookie và bộ nhớ trình duyệt',
      body: (
        <>
          <p>
            Không có cookie quảng cáo hay đo lường, không có mã của bên thứ ba, trừ khung nhập thẻ của đối tác thanh
            toán trên trang trả tiền. Cookie chỉ xuất hiện khi bạn đăng nhập qua Google hoặc Facebook:{' '}
            <code>social_state</code> (10 phút) và <code>social_login</code> (1 phút), rồi tự hết hạn. Ngoài ra, trình
            duyệt giữ những khóa sau, chỉ trên thiết bị của bạn:
          </p>
          <LegalTable head={['Khóa', 'Để làm gì']} rows={KEPT_IN_BROWSER} />
          <p>Xóa dữ liệu trang web trong trình duyệt là xóa hết; giỏ hàng và các bản viết dở sẽ mất theo.</p>
        </>
      ),
    },
    {
      id: 'bao-ve',
      title: 'Bảo vệ dữ liệu',
      body: (
        <ul>
          <li>Mật khẩu được băm bằng Argon2id; không ai, kể cả chúng tôi, đọc được.</li>
          <li>Ảnh bạn tải lên được mã hóa lại, bỏ vị trí chụp và mọi thông tin ẩn, và có địa chỉ không đoán được.</li>
          <li>Nhân viên chỉ xem được dữ liệu cần cho việc của mình; sổ ví không thể bị sửa hay xóa.</li>
          <li>Nếu xảy ra lộ dữ liệu ảnh hưởng đến bạn, chúng tôi báo cho bạn và cơ quan chức năng trong 72 giờ.</li>
        </ul>
      ),
    },
    {
      id: 'tre-em',
      title: 'Trẻ em',
      body: (
        <p>
          Cửa hàng không dành cho người dưới 16 tuổi tự mua. Nếu con bạn đã mở tài khoản, hãy viết cho {contact} để
          chúng tôi xóa.
        </p>
      ),
    },
    {
      id: 'thay-doi',
      title: 'Thay đổi chính sách',
      body: (
        <p>
          Bản mới được đăng ở trang này với ngày cập nhật. Nếu chúng tôi muốn dùng dữ liệu cho mục đích mới, bạn được
          hỏi trước.
        </p>
      ),
    },
  ];
}
