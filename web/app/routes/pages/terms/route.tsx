import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { Settings } from 'contract/administration/settings';
import { MAX_CARD_CHARGE, MIN_DEPOSIT, formatVnd } from 'contract/rules';
import { getSettings } from '~/api/settings';
import { publicPage } from '~/routing/document/public-page';
import { LegalPage, Seller, type LegalSection } from '~/routes/pages/legal-page';
import { formatMinutes } from '~/components/display/date';
import { wayTo } from 'contract/orders/delivery-rules';
import { formatDeliveryTime, formatZoneTimes } from 'contract/orders/delivery-text';
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
      sections={sectionsOf(settings)}
      other={{ to: '/privacy', label: 'Chính sách bảo mật' }}
    />
  );
}

function paymentSentence({ cod, vietqr }: Settings): string {
  const ways = [
    'thẻ',
    'ví Paybox',
    ...(vietqr.is_on ? ['chuyển khoản'] : []),
    ...(cod.is_on ? ['tiền mặt khi nhận hàng'] : []),
  ];
  return `Bạn trả tiền bằng ${ways.slice(0, -1).join(', ')} hoặc ${ways.at(-1)}.`;
}

function sectionsOf(settings: Settings): LegalSection[] {
  const { shop_name: shop, email, delivery } = settings;
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
    {
      id: 'dat-hang',
      title: 'Đặt hàng',
      body: (
        <>
          <p>
            Hợp đồng mua bán được giao kết khi bạn bấm “Đặt hàng” và nhận được số đơn hàng. Giỏ hàng không giữ chỗ; hàng
            được giữ cho bạn từ lúc đặt.
          </p>
          <ul>
            <li>
              Đơn chưa thanh toán được giữ trong {formatMinutes(settings.payment_window_minutes)}
              {settings.cod.is_on && ` (đơn thanh toán khi nhận hàng: ${formatMinutes(settings.cod.window_minutes)})`},
              sau đó tự hủy và hàng trở về kho.
            </li>
            <li>Bạn có thể tự hủy đơn chưa thanh toán ở trang đơn hàng. Mã giảm giá đã dùng cho đơn được hoàn lại.</li>
            <li>
              Màu sắc trên ảnh có thể lệch nhẹ so với vải thật do màn hình. Mô tả, số đo và tồn kho được cập nhật liên
              tục.
            </li>
            <li>
              Nếu một món không thể giao vì lỗi của chúng tôi, chúng tôi báo cho bạn và hoàn lại toàn bộ số tiền của
              đơn.
            </li>
          </ul>
        </>
      ),
    },
    { id: 'gia', title: 'Giá, thuế và phí giao hàng', body: <Prices settings={settings} /> },
    {
      id: 'thanh-toan',
      title: 'Thanh toán',
      body: (
        <>
          <p>{paymentSentence(settings)} Mỗi đơn chỉ bị trừ tiền một lần.</p>
          <ul>
            <li>
              Thẻ tín dụng và thẻ ghi nợ do đối tác thanh toán xử lý. Số thẻ được gửi thẳng cho đối tác và không đi qua,
              không được lưu trên máy chủ của chúng tôi.
            </li>
            {settings.cod.is_on && (
              <li>
                Đơn thanh toán khi nhận hàng có giá trị đến {formatVnd(settings.cod.max_total)}. Tiền hoàn của đơn này
                vào ví Paybox.
              </li>
            )}
            {settings.vietqr.is_on && (
              <li>
                Chuyển khoản cần đúng số tiền và nội dung của đơn. Khoản chuyển sai số tiền hoặc về muộn được cộng vào
                ví Paybox của bạn và ghi rõ trên đơn hàng.
              </li>
            )}
            <li>
              Khoản tiền thẻ về muộn, sau khi đơn đã được trả hoặc đã hủy, được cộng ngay vào ví Paybox của bạn và ghi
              rõ trên đơn hàng.
            </li>
            <li>Chúng tôi không thu phí thanh toán. Ngân hàng của bạn có thể có biểu phí riêng.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'paybox',
      title: 'Ví Paybox',
      body: (
        <>
          <p>
            Paybox là số dư trả trước, chỉ dùng để mua hàng tại {shop}. Paybox không phải ví điện tử, không phải tiền
            điện tử hay tiền gửi, và không phải dịch vụ trung gian thanh toán.
          </p>
          <ul>
            <li>
              Nạp bằng thẻ, mỗi lần từ {formatVnd(MIN_DEPOSIT)} đến {formatVnd(MAX_CARD_CHARGE)}. Nạp và dùng đều không
              mất phí.
            </li>
            <li>Số dư không sinh lãi, không hết hạn, không rút thành tiền mặt và không chuyển cho người khác.</li>
            <li>Tiền hoàn của đơn hàng được trả vào ví và mua được mọi sản phẩm.</li>
            <li>
              Mỗi thay đổi số dư đều có một dòng trong <Link to="/paybox?tab=history">lịch sử giao dịch</Link>. Thấy
              dòng sai, hãy báo cho chúng tôi trong 60 ngày để được kiểm tra.
            </li>
            <li>
              Ví có dấu hiệu gian lận có thể bị tạm khóa trong lúc xác minh; tiền đã nạp và tiền hoàn vẫn được ghi có
              đầy đủ. Hãy dùng hết số dư trước khi đóng tài khoản.
            </li>
          </ul>
        </>
      ),
    },
    {
      id: 'giao-hang',
      title: 'Giao hàng',
      body: (
        <ul>
          <li>
            Đơn đã thanh toán được giao trong {formatDeliveryTime(delivery, null)}, trên toàn quốc, đến địa chỉ bạn ghi
            khi đặt.
          </li>
          {delivery.zones.length > 0 && <li>Theo nơi nhận: {formatZoneTimes(delivery).join('; ')}.</li>}
          <li>
            Rủi ro mất mát, hư hỏng chuyển sang bạn khi bạn nhận hàng. Hãy kiểm tra gói hàng trước mặt người giao; gói
            rách, ướt hoặc thiếu thì bạn có quyền từ chối nhận.
          </li>
          <li>
            Quá {Math.max(7, delivery.handling_days + wayTo(null, delivery).max_days)} ngày làm việc chưa nhận được
            hàng, bạn có quyền chấm dứt hợp đồng và được hoàn lại toàn bộ số tiền.
          </li>
        </ul>
      ),
    },
    {
      id: 'doi-tra',
      title: 'Đổi trả và hoàn tiền',
      body: (
        <>
          <p>Bạn được trả hàng trong 7 ngày kể từ ngày nhận, không cần nêu lỗi của sản phẩm, với điều kiện:</p>
          <ul>
            <li>Hàng chưa mặc, chưa giặt, còn nhãn. Đồ lót và khăn đã mở niêm phong chỉ nhận lại khi có lỗi.</li>
            <li>Gửi “Yêu cầu hoàn tiền” kèm lý do ở trang đơn hàng. Chúng tôi trả lời trong 3 ngày làm việc.</li>
            <li>
              Khi yêu cầu được duyệt, tổng số tiền của đơn được cộng vào ví Paybox ngay lập tức. Nếu hàng lỗi hoặc giao
              sai, chúng tôi chịu phí gửi trả, và theo yêu cầu của bạn có thể hoàn về thẻ đã thanh toán.
            </li>
            <li>Đường may và phụ kiện được bảo hành 12 tháng: lỗi do sản xuất được sửa hoặc đổi miễn phí.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'danh-gia',
      title: 'Đánh giá và nội dung bạn gửi',
      body: (
        <p>
          Mỗi người viết được một đánh giá cho một sản phẩm; đánh giá của người đã mua có dấu “Đã mua hàng”. Chúng tôi
          không sửa lời chê, chỉ gỡ nội dung tục tĩu, quảng cáo, lộ thông tin cá nhân hoặc trái pháp luật. Bạn giữ quyền
          với nội dung của mình và cho phép chúng tôi hiển thị nó cạnh sản phẩm.
        </p>
      ),
    },
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

function Prices({ settings: { shipping, tax_percent: tax } }: { settings: Settings }) {
  const { standard_fee, reduced_threshold, reduced_fee, free_threshold } = shipping;
  const fee = (amount: number) => (amount === 0 ? 'miễn phí' : formatVnd(amount));
  return (
    <>
      <p>
        Giá ghi bằng đồng Việt Nam và chưa gồm thuế. Thuế {tax.toLocaleString('vi-VN')}% tính trên tiền hàng, làm tròn
        đến đồng, và được ghi thành một dòng riêng trước khi bạn đặt. Phí giao hàng theo tiền hàng của đơn:
      </p>
      <table className="w-full max-w-xl text-left">
        <thead className="text-sm text-muted">
          <tr className="border-b border-line-strong">
            <th scope="col" className="py-2 pr-4 font-medium">
              Tiền hàng
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Phí giao hàng
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {[
            [`Đến ${formatVnd(reduced_threshold)}`, fee(standard_fee)],
            [`Trên ${formatVnd(reduced_threshold)}, dưới ${formatVnd(free_threshold)}`, fee(reduced_fee)],
            [`Từ ${formatVnd(free_threshold)}`, fee(0)],
          ].map(([items, cost]) => (
            <tr key={items} className="border-b border-line">
              <td className="py-2 pr-4">{items}</td>
              <td className="py-2 text-right whitespace-nowrap">{cost}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Tổng cộng là tiền hàng, phí giao hàng và thuế, trừ mã giảm giá nếu có. Giá áp dụng là giá ở bước đặt hàng; nếu
        giá vừa đổi, trang sẽ cho bạn xem giá mới trước khi đặt. Mỗi đơn dùng được một mã giảm giá, không đổi thành
        tiền.
      </p>
    </>
  );
}

export const ErrorBoundary = LoadFailure;
