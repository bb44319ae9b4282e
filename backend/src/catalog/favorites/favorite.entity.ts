import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A product in a shopper's favourites. */
@Entity('favorites')
export class Favorite {
  @PrimaryColumn('integer')
  userId: number;

  @PrimaryColumn('integer')
  productId: number;

  /** In which it was added; null for none. The colour may have been deleted since. */
  @Column('integer', { nullable: true })
  colorId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
