import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a payer wrote is forgotten with the buyer's account, whenever the bank reports the transfer or an administrator settles it. One
 * that waits keeps it: who sent the money decides where it goes.
 */
const FORGET_PAYER = `
  CREATE OR REPLACE FUNCTION forget_payer() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF EXISTS (SELECT FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = NEW.order_id AND u.closed_at IS NOT NULL) THEN
        NEW.description := '';
      END IF;
      RETURN NEW;
    END
  $function$;
  DROP TRIGGER IF EXISTS forget_payer ON bank_transfers;
  CREATE TRIGGER forget_payer BEFORE INSERT OR UPDATE ON bank_transfers
    FOR EACH ROW WHEN (new.state <> 'unmatched' AND new.description <> '') EXECUTE FUNCTION forget_payer()`;

/** Erases a batch of the texts that earlier releases kept. */
const FORGET_PAYERS = `
  UPDATE bank_transfers SET description = ''
  WHERE id IN (
    SELECT b.id FROM bank_transfers b JOIN orders o ON o.id = b.order_id JOIN users u ON u.id = o.user_id
    WHERE b.state <> 'unmatched' AND b.description <> '' AND u.closed_at IS NOT NULL
    LIMIT 1000)`;

/** @param isRepriced a further condition on which the lowest price is found again */
const productWritten = (isRepriced: string) => `
  CREATE OR REPLACE FUNCTION product_written() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      IF NOT NEW.has_variants THEN
        NEW.min_price := NEW.price;
        NEW.total_stock := NEW.count_in_stock;
      ELSIF TG_OP = 'INSERT' OR NOT OLD.has_variants${isRepriced} THEN
        SELECT coalesce(min(v.price), NEW.price), coalesce(sum(v.stock_quantity), 0) INTO NEW.min_price, NEW.total_stock
          FROM variants v WHERE v.product_id = NEW.id;
      END IF;
      IF TG_OP = 'INSERT' OR (NEW.name, NEW.description, NEW.brand_id, NEW.category_id, NEW.material)
          IS DISTINCT FROM (OLD.name, OLD.description, OLD.brand_id, OLD.category_id, OLD.material) OR NEW.search = '' THEN
        NEW.search := product_search_vector(NEW.name, concat_ws(E'\\n', nullif(NEW.material, ''), NEW.description), NEW.brand_id, NEW.category_id);
      END IF;
      RETURN NEW;
    END
  $function$`;

/**
 * Corrects a batch of the products that have no variants and a stale lowest price. The version leaves out a product that gets a
 * variant in the meantime, which sets its lowest price.
 */
const REPRICE = `
  UPDATE products SET min_price = price
  WHERE (id, version) IN (
    SELECT p.id, p.version FROM products p
    WHERE p.has_variants AND p.min_price <> p.price AND NOT EXISTS (SELECT FROM variants v WHERE v.product_id = p.id)
    LIMIT 1000)`;

/**
 * Forgets what payers wrote for closed accounts, and gives a product that has lost its variants its new price as the lowest one when it
 * is edited. Processes of the release before do both too, by the triggers. Runs in steps, because it changes rows in batches.
 */
export class TransferTextsAndPrices1800000000037 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FORGET_PAYER);
    await inBatches(runner, FORGET_PAYERS);
    await runner.query(productWritten(' OR NEW.price <> OLD.price'));
    await inBatches(runner, REPRICE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(productWritten(''));
    await runner.query('DROP TRIGGER forget_payer ON bank_transfers; DROP FUNCTION forget_payer');
  }
}

/** Repeats an UPDATE of a batch until it changes nothing. */
async function inBatches(runner: QueryRunner, update: string): Promise<void> {
  let changed: number;
  do [, changed] = (await runner.query(update)) as [unknown[], number];
  while (changed > 0);
}
