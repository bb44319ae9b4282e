import { Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { WebhookType } from '../contract/administration/integration-rules.js';

/** What a webhook is about. */
export interface WebhookSubject {
  subject_id: number;
  /** The variant of a stock event; null for a product without variants. */
  variant_id: number | null;
}

/** The webhook can never be sent, because its subject is gone. */
export class SubjectGone extends Error {}

/**
 * Reads the `data` of a webhook when it is sent, in the shapes of the API.
 * @throws SubjectGone
 */
type WebhookContentLoader = (db: DataSource, subject: WebhookSubject) => Promise<object>;

/** The contents of all webhooks: the module that knows a subject registers its types. */
@Injectable()
export class WebhookContents {
  private readonly loaders = new Map<WebhookType, WebhookContentLoader>();

  register(types: readonly WebhookType[], loader: WebhookContentLoader): void {
    for (const type of types) this.loaders.set(type, loader);
  }

  /** @throws Error for a type that no module has registered */
  loaderFor(type: WebhookType): WebhookContentLoader {
    const loader = this.loaders.get(type);
    if (!loader) throw new Error(`No module writes the webhook ${type}`);
    return loader;
  }
}
