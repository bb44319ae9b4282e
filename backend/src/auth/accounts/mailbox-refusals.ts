import { CreateDateColumn, PrimaryColumn, type EntityManager } from 'typeorm';
import { LinkSigner } from '../../platform/secrets/link-signer.js';
import { nameKey } from '../user.entity.js';

/** A mailbox that wants no mails of a kind, whoever gives its e-mail. Each kind has a table of its own. */
export abstract class MailboxRefusal {
  /** See `MailboxRefusals.hash`. */
  @PrimaryColumn('text')
  mailboxHash: string;

  @CreateDateColumn({ type: 'timestamptz' })
  refusedAt: Date;
}

/**
 * Remembers which mailboxes want no mails of a kind, and makes the links by which they say so. An HMAC stands for the address, which
 * nobody wants kept. Another JWT_SECRET ends the links and forgets the refusals.
 */
export class MailboxRefusals {
  private readonly links: LinkSigner;
  private readonly mailboxes: LinkSigner;

  /** @param kind of the mails; the keys are derived from it */
  constructor(
    private readonly table: new () => MailboxRefusal,
    jwtSecret: string,
    kind: string,
  ) {
    this.links = new LinkSigner(jwtSecret, `may ${kind}: links`);
    this.mailboxes = new LinkSigner(jwtSecret, `may ${kind}: mailboxes`);
  }

  /** The hash by which the shop remembers a mailbox without its address. */
  hash(email: string): string {
    return this.mailboxes.sign(nameKey(email));
  }

  /**
   * The token of a link that refuses further mails. It holds the mailbox's hash: it refuses for the mailbox that got the mail, whatever
   * has become of the record by then.
   * @param id of the record that the mail is about
   */
  token(id: number, email: string): string {
    const mailboxHash = this.hash(email);
    return `${mailboxHash}.${this.links.sign(`cancel ${id} ${mailboxHash}`)}`;
  }

  /** @returns the hash of the mailbox that a link went to; undefined for an invalid token */
  mailboxOf(token: string, id: number): string | undefined {
    const [mailboxHash = ''] = token.split('.');
    return this.links.isSigned(token.slice(mailboxHash.length + 1), `cancel ${id} ${mailboxHash}`)
      ? mailboxHash
      : undefined;
  }

  async add(tx: EntityManager, mailboxHash: string): Promise<void> {
    await tx.createQueryBuilder().insert().into(this.table).values({ mailboxHash }).orIgnore().execute();
  }

  holds(tx: EntityManager, email: string): Promise<boolean> {
    return tx.existsBy(this.table, { mailboxHash: this.hash(email) });
  }

  async forget(tx: EntityManager, email: string): Promise<void> {
    await tx.delete(this.table, { mailboxHash: this.hash(email) });
  }
}
