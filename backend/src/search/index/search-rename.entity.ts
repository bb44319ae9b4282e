import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A renamed brand or category whose products the search has by the title before. A trigger of these tables writes it. */
@Entity('search_renames')
export class SearchRename {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: string;

  /** Null for a category. */
  @Column('integer', { nullable: true })
  brandId: number | null;

  /** Null for a brand. */
  @Column('integer', { nullable: true })
  categoryId: number | null;

  /** The search has every product up to this id by the new title. */
  @Column('integer', { default: 0 })
  lastProductId: number;
}
