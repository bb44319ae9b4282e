import type { MigrationInterface, QueryRunner } from 'typeorm';

const forgetBuyer = (columns: string) => `
  CREATE OR REPLACE FUNCTION forget_buyer() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND closed_at IS NOT NULL)
          AND (NEW.delivered_at IS NOT NULL OR NEW.cancelled_at IS NOT NULL OR NEW.refunded_at IS NOT NULL) THEN
        ${columns}
      END IF;
      RETURN NEW;
    END
  $function$;
`;

const ADDRESS = `NEW.address := ''; NEW.city := ''; NEW.postal_code := ''; NEW.country := ''; NEW.receiver := ''; NEW.phone := '';`;

/**
 * Adds the note that a buyer sends with a gift; it is forgotten with the address of a closed account. The default spares existing
 * rows a rewrite, and processes of the release before place orders without a note. NOT VALID: the check holds for new rows, and
 * existing ones are empty, so no scan of a large table is needed.
 */
export class GiftNotes1800000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders ADD COLUMN gift_note text NOT NULL DEFAULT '';
      ALTER TABLE orders ADD CONSTRAINT orders_gift_note_check CHECK (length(gift_note) <= 300) NOT VALID;
      ${forgetBuyer(`${ADDRESS}\n        NEW.gift_note := '';`)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${forgetBuyer(ADDRESS)} ALTER TABLE orders DROP COLUMN gift_note;`);
  }
}
