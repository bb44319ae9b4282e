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

/** Texts that stayed before. A batch of them. */
const FORGET_PAYERS = `
  UPDATE bank_transfers SET description = ''
  WHERE id IN (
    SELECT b.id FROM bank_transfers b JOIN orders o ON o.id = b.order_id JOIN users u ON u.id = o.user_id
    WHERE b.state <> 'unmatched' AND b.description <> '' AND u.closed_at IS NOT NULL
    LIMIT 1000)`;

/** Forgets what payers wrote for closed accounts. Processes of the release before do so too, by the trigger. Runs in steps, in batches. */
export class TransferTextsAndPrices1800000000037 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FORGET_PAYER);
    await inBatches(runner, FORGET_PAYERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER forget_payer ON bank_transfers; DROP FUNCTION forget_payer');
  }
}

/** Repeats an UPDATE of a batch until it changes nothing. */
async function inBatches(runner: QueryRunner, update: string): Promise<void> {
  let changed: number;
  do [, changed] = (await runner.query(update)) as [unknown[], number];
  while (changed > 0);
}
