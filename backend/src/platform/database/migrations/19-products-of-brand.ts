import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index by brand, for related products and for the deletion of a brand. Built beside a running shop: products may be a million. */
export class ProductsOfBrand1800000000019 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS products_brand_id_category_id_id_idx');
    await runner.query(
      'CREATE INDEX CONCURRENTLY products_brand_id_category_id_id_idx ON products (brand_id, category_id, id) WHERE archived_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX products_brand_id_category_id_id_idx');
  }
}
