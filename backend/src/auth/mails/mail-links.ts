import { LinkSigner } from '../../platform/secrets/link-signer.js';
import { MailboxRefusals, type MailboxRefusal } from './mailbox-refusals.js';

interface LinkKind {
  /** The kind of the mails; the keys are derived from it. */
  kind: string;
  /** The page that the links open. */
  page: string;
  refusals: new () => MailboxRefusal;
}

/**
 * Makes and checks the links of mails that need an agreement: one confirms it, one cancels it for good. Neither the database nor
 * the outbox stores a token. Another JWT_SECRET ends all links.
 */
export abstract class MailLinks {
  /** Mailboxes whose owners have used a link that cancels. */
  readonly refusals: MailboxRefusals;
  private readonly page: string;
  private readonly signer: LinkSigner;

  constructor(jwtSecret: string, { kind, page, refusals }: LinkKind) {
    this.refusals = new MailboxRefusals(refusals, jwtSecret, kind);
    this.signer = new LinkSigner(jwtSecret, `may ${kind}: links`);
    this.page = page;
  }

  /** The link that confirms the record `id`. @param version what ends the link when it changes */
  confirmUrl(publicUrl: string, id: number, version: string | number): string {
    return this.url(publicUrl, { use: 'confirm', id: String(id), token: this.confirmToken(id, version) });
  }

  /** The link that cancels the record `id` and refuses further mails to this mailbox. */
  cancelUrl(publicUrl: string, id: number, email: string): string {
    return this.url(publicUrl, { use: 'cancel', id: String(id), token: this.cancelToken(id, email) });
  }

  confirmToken(id: number, version: string | number): string {
    return this.signer.sign(`confirm ${id} ${version}`);
  }

  isConfirmToken(token: string, id: number, version: string | number): boolean {
    return this.signer.isSigned(token, `confirm ${id} ${version}`);
  }

  /**
   * The token holds the mailbox's hash: it refuses for the mailbox that got the mail, whatever has become of the record by then.
   */
  cancelToken(id: number, email: string): string {
    const mailboxHash = this.refusals.hash(email);
    return `${mailboxHash}.${this.signer.sign(`cancel ${id} ${mailboxHash}`)}`;
  }

  /** @returns the hash of the mailbox that a cancelling link went to; undefined for an invalid token */
  mailboxOf(cancelToken: string, id: number): string | undefined {
    const [mailboxHash = ''] = cancelToken.split('.');
    return this.signer.isSigned(cancelToken.slice(mailboxHash.length + 1), `cancel ${id} ${mailboxHash}`)
      ? mailboxHash
      : undefined;
  }

  private url(publicUrl: string, query: Record<string, string>): string {
    return `${publicUrl}/${this.page}?${new URLSearchParams(query).toString()}`;
  }
}
