import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A product that the owner puts first or last among the results of a query. */
@Entity('search_pins')
export class Pin {
  /** Normalised, see `normalizeQuery`. */
  @PrimaryColumn('text')
  query: string;

  @PrimaryColumn('integer')
  productId: number;

  @Column('text')
  kind: 'pin' | 'bury';

  /** Among the pinned products of the query, from 0. */
  @Column('integer')
  position: number;
}
