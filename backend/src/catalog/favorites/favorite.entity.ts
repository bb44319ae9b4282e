import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A product that a shopper wants to find again. */
@Entity('favorites')
export class Favorite {
  @PrimaryColumn('integer')
  userId: number;

  @PrimaryColumn('integer')
  productId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
