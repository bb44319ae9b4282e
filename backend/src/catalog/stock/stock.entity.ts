import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** One change of a stock, written by a trigger. Append-only: the sum of a product's movements is its stock. */
@Entity('stock_movements')
export class StockMovement {
  /** A `bigint`, which the driver returns as a string. */
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: string;

  /** The product may have been deleted since. */
  @Column('integer')
  productId: number;

  /** Null for a product without variants. */
  @Column('integer', { nullable: true })
  variantId: number | null;

  @Column('integer')
  change: number;

  /** The order that took or returned the pieces; null for any other change. */
  @Column('integer', { nullable: true })
  orderId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** The sales counter of a product, in a table of its own so that a payment does not lock the product. */
@Entity('product_sales')
export class ProductSales {
  @PrimaryColumn('integer')
  productId: number;

  /** Pieces in paid orders, less refunded ones. */
  @Column('integer', { default: 0 })
  totalSold: number;
}
