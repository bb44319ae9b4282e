import type { Settings } from 'contract/administration/settings';
import { wayTo } from 'contract/orders/delivery-rules';
import { formatDeliveryTime, formatZoneTimes } from 'contract/orders/delivery-text';
import type { LegalSection } from '~/routes/pages/legal-page';

/** What follows an order: its delivery, its return, its review. */
export function deliveryTerms(settings: Settings): LegalSection[] {
  const { delivery } = settings;
  return [
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
  ];
}
