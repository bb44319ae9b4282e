import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** One change of a stock; triggers write it with the change. Never changed: the sum of all is the stock. */
@Entity('stock_movements')
export class StockMovement {
  /** A `bigint`, which the driver returns as a string. */
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: string;

  /** The product may be deleted since. */
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

/** The sales counter of a product: apart from it, so that a payment does not lock the product. */
@Entity('product_sales')
export class ProductSales {
  @PrimaryColumn('integer')
  productId: number;

  /** Pieces of paid orders, less those refunded. */
  @Column('integer', { default: 0 })
  totalSold: number;
}
