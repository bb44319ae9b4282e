import type { AiSearchAnswer, FoundProduct } from 'contract/search/ai-search';
import type { Chip } from 'contract/catalog/chips';
import { product } from './given';

/** Product 5 as a result that fits by 92 percent, unless said otherwise. */
export const found = (changed: Partial<FoundProduct> = {}): FoundProduct => ({
  ...product(),
  compatibility_percent: 92,
  reasons: [],
  ...changed,
});

export const answer = (changed: Partial<AiSearchAnswer> = {}): AiSearchAnswer => ({
  products: [found()],
  fallback: false,
  understood: [],
  ...changed,
});

/** `part` of `text`, understood. */
export const chip = (text: string, part: string, kind: Chip['kind'], label = part): Chip => ({
  kind,
  label,
  of: 'text',
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
});

export const picture = (name = 'ao.jpg', type = 'image/jpeg') => new File(['x'], name, { type });

/** Stands in for what jsdom lacks of a browser. */
export function lendBrowserParts() {
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
  Element.prototype.scrollIntoView = () => {};
}

/** Tells the page of files that are pasted or dragged, as a browser does. */
export function give(
  event: 'dragover' | 'dragleave' | 'drop' | 'paste',
  files: File[],
  { text, on = document }: { text?: string; on?: EventTarget } = {},
) {
  const data = {
    files,
    types: [...(text === undefined ? [] : ['text/plain']), ...(files.length > 0 ? ['Files'] : [])],
    items: files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file })),
  };
  const dragEvent = new Event(event, { bubbles: true, cancelable: true });
  Object.assign(dragEvent, { [event === 'paste' ? 'clipboardData' : 'dataTransfer']: data });
  on.dispatchEvent(dragEvent);
  return dragEvent;
}
