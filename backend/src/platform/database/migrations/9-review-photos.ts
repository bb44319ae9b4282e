import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `
  -- The photos of reviews. Everybody sees those that an administrator has approved.
  CREATE TABLE review_photos (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    review_id integer NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
    position integer NOT NULL CHECK (position BETWEEN 0 AND 2),
    media_hash text NOT NULL UNIQUE REFERENCES media (hash),
    -- Null while it waits for an administrator.
    approved_at timestamptz,
    UNIQUE (review_id, position)
  );
  CREATE INDEX review_photos_pending ON review_photos (review_id) WHERE approved_at IS NULL;
`;

/** A waiting photo is on no page. When a review is deleted, its own change covers its photos. */
const TRIGGERS = `
  CREATE FUNCTION review_photos_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN 'reviewed ' || items ELSE '' END)
      FROM (SELECT string_agg(DISTINCT r.product_id::text, ' ') AS items
            FROM changed JOIN reviews r ON r.id = changed.review_id WHERE changed.approved_at IS NOT NULL) changes
      WHERE items IS NOT NULL;
      RETURN NULL;
    END
  $$;
  CREATE TRIGGER catalog_changed AFTER TRUNCATE ON review_photos
    FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
  CREATE TRIGGER catalog_changed_by_delete AFTER DELETE ON review_photos
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION review_photos_changed();
  CREATE TRIGGER catalog_changed_by_insert AFTER INSERT ON review_photos
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION review_photos_changed();
  CREATE TRIGGER catalog_changed_by_update AFTER UPDATE ON review_photos
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION review_photos_changed();
`;

/** Adds photos of reviews. Processes of the release before do not know the table, so they run beside new ones. */
export class ReviewPhotos1800000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE + TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE review_photos; DROP FUNCTION review_photos_changed()');
  }
}
