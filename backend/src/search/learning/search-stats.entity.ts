import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The searches for a query on a day, and their results. */
@Entity('search_query_stats')
export class SearchQueryStats {
  /** In the shop's time zone, `2026-12-31`. */
  @PrimaryColumn('date')
  day: string;

  /** Normalised, see `normalizeQuery`. */
  @PrimaryColumn('text')
  query: string;

  @Column('integer')
  searches: number;

  /** Searches that found nothing. */
  @Column('integer')
  empty: number;

  @Column('integer')
  clicks: number;

  @Column('integer')
  purchases: number;
}

/** The clicks on a product, and its purchases, after searches for a query on a day. */
@Entity('search_product_stats')
export class SearchProductStats {
  /** In the shop's time zone. */
  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('text')
  query: string;

  @PrimaryColumn('integer')
  productId: number;

  @Column('integer')
  clicks: number;

  @Column('integer')
  purchases: number;
}
