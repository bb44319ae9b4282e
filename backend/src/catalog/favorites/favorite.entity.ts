import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A product in a shopper's favourites. */
@Entity('favorites')
export class Favorite {
  @PrimaryColumn('integer')
  userId: number;

  @PrimaryColumn('integer')
  productId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
