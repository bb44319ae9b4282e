import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What shoppers keep in mind; and reviews that are filtered by stars, searched, and counted right when several come at once. */
export class Favourites1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE favorites (
        user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        product_id integer NOT NULL REFERENCES products (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, product_id)
      );
      CREATE INDEX ON favorites (product_id);

      -- A product's reviews with so many stars, newest first; its average and histogram read this index alone.
      CREATE INDEX ON reviews (product_id, rating, created_at DESC, id DESC);
      CREATE INDEX ON reviews (created_at DESC, id DESC);
      CREATE INDEX ON reviews USING gin (fold_vi(comment) gin_trgm_ops);

      -- Two who review one product at once take turns here, and the second counts what the first wrote: each statement of
      -- this function sees what was committed before it began.
      CREATE OR REPLACE FUNCTION reviews_written() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM products WHERE id IN (SELECT product_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
        UPDATE products p SET rating_sum = coalesce(s.rating_sum, 0), num_reviews = s.num_reviews
        FROM (SELECT c.product_id, sum(r.rating) AS rating_sum, count(r.id) AS num_reviews
              FROM (SELECT DISTINCT product_id FROM changed) c
              LEFT JOIN reviews r ON r.product_id = c.product_id GROUP BY c.product_id) s
        WHERE p.id = s.product_id;
        RETURN NULL;
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('What shoppers said and kept is not taken down: drop the database instead.');
  }
}
