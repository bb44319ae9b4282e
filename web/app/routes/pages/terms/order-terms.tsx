import { Link } from '@remix-run/react';
import type { Settings } from 'contract/administration/settings';
import { MAX_CARD_CHARGE, MIN_DEPOSIT, formatVnd } from 'contract/rules';
import { formatMinutes } from '~/components/display/date';
import type { LegalSection } from '~/routes/pages/legal-page';

/** Orders and how they are paid. */
export function orderTerms(settings: Settings): LegalSection[] {
  const { shop_name: shop } = settings;
  return [
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
  ];
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
