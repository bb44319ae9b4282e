import type { MigrationInterface, QueryRunner } from 'typeorm';

const forgetBuyer = (notes: string) => `
  CREATE OR REPLACE FUNCTION forget_buyer() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND closed_at IS NOT NULL) THEN
        NEW.address := ''; NEW.city := ''; NEW.postal_code := ''; NEW.country := ''; NEW.receiver := ''; NEW.phone := '';
        ${notes}
        NEW.carrier := NULL; NEW.tracking_code := NULL;
      END IF;
      RETURN NEW;
    END
  $function$;
`;

/**
 * Adds the shop's own note on an order. It may be about the buyer, so it is forgotten with the address of a closed account. The default
 * spares existing rows a rewrite, and processes of the release before place orders without a note; what they anonymise keeps one.
 * NOT VALID: the check holds for new rows, and existing ones are empty, so no scan of a large table is needed.
 */
export class StaffNotes1800000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders ADD COLUMN staff_note text NOT NULL DEFAULT '';
      ALTER TABLE orders ADD CONSTRAINT orders_staff_note_check CHECK (length(staff_note) <= 1000) NOT VALID;
      ${forgetBuyer(`NEW.gift_note := ''; NEW.staff_note := '';`)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${forgetBuyer(`NEW.gift_note := '';`)} ALTER TABLE orders DROP COLUMN staff_note;`);
  }
}
