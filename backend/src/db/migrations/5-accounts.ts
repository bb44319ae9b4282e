import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that are closed, e-mails that are proven, passwords that are set anew, sign-in by others. */
export class Accounts1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        -- A closed account is anonymised: what the shop keeps of it are its orders and its ledger.
        ADD closed_at timestamptz,
        -- Since when its owner is known to read that mailbox.
        ADD email_verified_at timestamptz,
        ADD CHECK (closed_at IS NULL OR NOT (is_active OR is_staff));
      CREATE INDEX users_search ON users USING gin
        (fold_vi(username || ' ' || email || ' ' || last_name || ' ' || first_name || ' ' || phone) gin_trgm_ops);
      CREATE INDEX users_newest ON users (date_joined DESC, id DESC) WHERE closed_at IS NULL;
      -- Before a picture is taken away, whatever might show it is looked through.
      CREATE INDEX ON users (avatar_hash);
      CREATE INDEX ON product_images (media_hash);
      CREATE INDEX ON order_items (image_hash);

      -- Of the token in the mail only its SHA-256 is kept.
      CREATE TABLE password_resets (
        token_hash text PRIMARY KEY,
        user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX ON password_resets (user_id);

      -- Who a user is to Google or Facebook.
      CREATE TABLE identities (
        provider text NOT NULL CHECK (provider IN ('google', 'facebook')),
        subject text NOT NULL,
        user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (provider, subject),
        UNIQUE (user_id, provider)
      );

      -- An order of a closed account keeps its address only for as long as something must be sent there.
      CREATE FUNCTION forget_buyer() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND closed_at IS NOT NULL)
            AND (NEW.delivered_at IS NOT NULL OR NEW.cancelled_at IS NOT NULL OR NEW.refunded_at IS NOT NULL) THEN
          NEW.address := ''; NEW.city := ''; NEW.postal_code := ''; NEW.country := ''; NEW.receiver := ''; NEW.phone := '';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER forget_buyer BEFORE UPDATE OF delivered_at, cancelled_at, refunded_at ON orders
        FOR EACH ROW EXECUTE FUNCTION forget_buyer();
    `);
  }

  async down(): Promise<void> {
    throw new Error('Closed accounts are not opened again: drop the database instead.');
  }
}
