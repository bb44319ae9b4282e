import { CreateDateColumn, PrimaryColumn, type EntityManager } from 'typeorm';
import { LinkSigner } from '../../platform/secrets/link-signer.js';
import { nameKey } from '../users/user.entity.js';

/** A mailbox that wants no mails of a kind, whoever gives its e-mail. Each kind has a table of its own. */
export abstract class MailboxRefusal {
  /** See `MailboxRefusals.hash`. */
  @PrimaryColumn('text')
  mailboxHash: string;

  @CreateDateColumn({ type: 'timestamptz' })
  refusedAt: Date;
}

/**
 * Remembers which mailboxes want no mails of a kind. An HMAC stands for the address, which nobody wants kept. Another JWT_SECRET
 * forgets the refusals.
 */
export class MailboxRefusals {
  private readonly signer: LinkSigner;

  /** @param kind of the mails; the key is derived from it */
  constructor(
    private readonly table: new () => MailboxRefusal,
    jwtSecret: string,
    kind: string,
  ) {
    this.signer = new LinkSigner(jwtSecret, `may ${kind}: mailboxes`);
  }

  /** The hash by which the shop remembers a mailbox without its address. */
  hash(email: string): string {
    return this.signer.sign(nameKey(email));
  }

  /** @returns false for a refusal that is remembered already */
  async add(tx: EntityManager, mailboxHash: string): Promise<boolean> {
    const insert = tx.createQueryBuilder().insert().into(this.table).values({ mailboxHash }).orIgnore();
    const added = await insert.returning(['mailboxHash']).execute();
    return (added.raw as unknown[]).length > 0;
  }

  has(tx: EntityManager, email: string): Promise<boolean> {
    return tx.existsBy(this.table, { mailboxHash: this.hash(email) });
  }

  async remove(tx: EntityManager, email: string): Promise<void> {
    await tx.delete(this.table, { mailboxHash: this.hash(email) });
  }
}
