import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { Settings } from 'contract/administration/settings';
import { getSettings } from '~/api/settings';
import { publicPage } from '~/routing/document/public-page';
import { LegalPage, Seller, type LegalSection } from '~/routes/pages/legal-page';
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
      sections={sectionsOf(settings)}
      other={{ to: '/terms', label: 'Điều khoản dịch vụ' }}
    />
  );
}

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

/** The browser storage of the shop: key and purpose. */
const KEPT_IN_BROWSER = [
  ['authTokens, userInfo', 'Giữ bạn đăng nhập; xóa khi đăng xuất'],
  ['cartItems', 'Giỏ hàng'],
  ['shippingAddress, paymentMethod, couponCode, giftNote, checkoutOwner', 'Đơn hàng đang đặt dở, và của tài khoản nào'],
  ['theme', 'Giao diện sáng hoặc tối mà bạn đã chọn'],
  ['reviewDrafts', 'Đánh giá viết dở; xóa khi gửi'],
  [
    'unfinishedOrders',
    'Đơn đã gửi mà chưa nhận được phản hồi, để gửi lại không đặt hai lần; hết hiệu lực sau 24 giờ, xóa khi đăng xuất',
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

function sectionsOf(settings: Settings): LegalSection[] {
  const { email } = settings;
  const write = email ? <a href={`mailto:${email}`}>{email}</a> : 'địa chỉ ở mục đầu';
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
          <Table head={['Dữ liệu', 'Để làm gì', 'Giữ bao lâu']} rows={COLLECTED} />
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
              <strong>Rút lại đồng ý, phản đối, hạn chế xử lý, khiếu nại</strong>: viết cho {write}. Chúng tôi trả lời
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
          <Table head={['Khóa', 'Để làm gì']} rows={KEPT_IN_BROWSER} />
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
          Cửa hàng không dành cho người dưới 16 tuổi tự mua. Nếu con bạn đã mở tài khoản, hãy viết cho {write} để chúng
          tôi xóa.
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

function Table({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className="w-full text-left text-sm max-sm:block">
      <thead className="text-muted max-sm:sr-only">
        <tr className="border-b border-line-strong">
          {head.map((title) => (
            <th key={title} scope="col" className="py-2 pr-4 font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((cells) => (
          <tr key={cells[0]} className="border-b border-line align-top max-sm:block max-sm:py-2.5">
            {cells.map((cell, index) => (
              <td key={cell} className={`pr-4 break-words sm:py-2.5 max-sm:block ${index === 0 ? 'font-medium' : ''}`}>
                {index > 0 && (
                  <span aria-hidden="true" className="text-muted sm:hidden">
                    {head[index]}:{' '}
                  </span>
                )}
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const ErrorBoundary = LoadFailure;
