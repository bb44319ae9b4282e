import type { Order } from 'contract/orders/orders';
import { choiceOf } from '~/features/products/choice-text';
import { SheetTable, sheetStyle } from '~/features/order-admin/slips/sheet';

interface Pick {
  key: string;
  product: number;
  name: string;
  choice: string;
  qty: number;
  orders: number[];
}

/** The goods of several orders, each once with the number of pieces, so that they are fetched in one walk. */
export function PickList({ orders }: { orders: readonly Order[] }) {
  const picks = picksOf(orders);
  return (
    <article className={`${sheetStyle} break-after-page`}>
      <h1 className="text-xl">Danh sách lấy hàng: {orders.length} đơn</h1>
      <SheetTable
        caption="Hàng của tất cả các đơn"
        texts={['Sản phẩm', 'Phân loại', 'Đơn']}
        numbers={['Số lượng']}
        sum={
          <tr>
            <td colSpan={3} className="py-2">
              Cộng
            </td>
            <td className="py-2 text-right tabular">{picks.reduce((sum, { qty }) => sum + qty, 0)}</td>
          </tr>
        }
      >
        {picks.map((pick) => (
          <tr key={pick.key} className="break-inside-avoid align-top">
            <td className="py-1.5 pr-3 [overflow-wrap:anywhere]">{nameIn(picks, pick)}</td>
            <td className="py-1.5 pr-3">{pick.choice}</td>
            <td className="py-1.5 pr-3 tabular">{pick.orders.map((id) => `#${id}`).join(', ')}</td>
            <td className="py-1.5 text-right font-bold tabular">{pick.qty}</td>
          </tr>
        ))}
      </SheetTable>
      <PickNotes orders={orders.filter(({ staff_note: note }) => note)} />
    </article>
  );
}

/** The shop's own notes on orders. Here and not on the slips, which go to the buyers with the goods. */
function PickNotes({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h2 className="text-xs text-muted uppercase">Ghi chú nội bộ</h2>
      <ul className="grid gap-1">
        {orders.map(({ id, staff_note: note }) => (
          <li key={id} className="grid grid-cols-[auto_1fr] gap-x-3 break-inside-avoid">
            <span className="tabular">#{id}</span>
            <span className="[overflow-wrap:anywhere] whitespace-pre-line">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sums the goods by product and variant: different products may have one name, and a product may have changed its own. */
function picksOf(orders: readonly Order[]): Pick[] {
  const picks = new Map<string, Pick>();
  for (const { id, orderItems } of orders)
    for (const { product, productName: name, variant_info: variant, qty } of orderItems) {
      const key = `${product}-${variant?.id}`;
      const pick = picks.get(key) ?? {
        key,
        product,
        name,
        choice: variant ? choiceOf(variant) : '',
        qty: 0,
        orders: [],
      };
      pick.qty += qty;
      if (!pick.orders.includes(id)) pick.orders.push(id);
      picks.set(key, pick);
    }
  return [...picks.values()].sort((a, b) => `${a.name} ${a.choice}`.localeCompare(`${b.name} ${b.choice}`, 'vi'));
}

/** The name of a product, with its number where another one in the list has the same. */
const nameIn = (picks: readonly Pick[], { product, name }: Pick) =>
  picks.some((other) => other.name === name && other.product !== product) ? `${name} (sản phẩm số ${product})` : name;
