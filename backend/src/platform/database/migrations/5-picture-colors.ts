import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The colour that a product's picture shows. `color_source` says who knows it: `owner`, whose choice stands, also the choice of no
 * colour; `engine`, which guessed it from the picture; null while nobody has said. A deleted colour leaves its pictures without one.
 * Processes of the release before write pictures without colours, which are then guessed.
 */
export class PictureColors1800000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE product_images
        ADD COLUMN color_id integer CONSTRAINT product_images_color_id_fkey REFERENCES colors ON DELETE SET NULL,
        ADD COLUMN color_source text
          CONSTRAINT product_images_color_source_check CHECK (color_source IN ('owner', 'engine')),
        ADD CONSTRAINT product_images_color_check CHECK (color_id IS NULL OR color_source IS NOT NULL);
      CREATE INDEX product_images_color_id_idx ON product_images (color_id) WHERE color_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE product_images DROP COLUMN color_id, DROP COLUMN color_source');
  }
}
