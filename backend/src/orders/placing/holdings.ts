import { lineKey, type PricedLine } from '../../catalog/stock/stock.js';

/** The quantity of an item that an order, or several, hold. */
export interface HoldingRow {
  product_id: number | null;
  variant_id: number | null;
  qty: number;
}

/** A number of pieces, and the saved orders that hold them. */
interface Holding {
  pieces: number;
  orderIds: Set<number>;
}

type Item = Pick<PricedLine, 'productId' | 'variantId'>;

/** Pieces held by orders, in total and per item. */
export class Holdings {
  readonly all: Holding = noHolding();
  private readonly items = new Map<string, Holding>();
  /** Orders of this transaction that have no ids yet. */
  private newOrders = 0;

  get orders(): number {
    return this.all.orderIds.size + this.newOrders;
  }

  ofItem(item: Item): Holding {
    return this.items.get(lineKey(item)) ?? noHolding();
  }

  add({ product_id, variant_id, qty }: HoldingRow, orderId?: number): void {
    this.count({ productId: product_id ?? 0, variantId: variant_id }, qty, orderId);
  }

  /** Adds an order that is about to be placed. */
  addNew(lines: (Item & { qty: number })[]): void {
    this.newOrders += 1;
    for (const line of lines) this.count(line, line.qty);
  }

  private count(item: Item, qty: number, orderId?: number): void {
    const holding = this.ofItem(item);
    this.items.set(lineKey(item), holding);
    for (const sum of [holding, this.all]) {
      sum.pieces += qty;
      if (orderId !== undefined) sum.orderIds.add(orderId);
    }
  }
}

const noHolding = (): Holding => ({ pieces: 0, orderIds: new Set() });
