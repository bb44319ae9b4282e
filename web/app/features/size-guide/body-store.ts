import { isRecord, stored } from '~/lib/stored';

/** The height and weight that a shopper typed, as typed. */
export interface TypedBody {
  height: string;
  weight: string;
}

const MAX_TYPED = 20;
const text = (found: unknown) => (typeof found === 'string' ? found.slice(0, MAX_TYPED) : '');

/** They stay on the device: nothing sends them. */
export const typedBody = stored<TypedBody>('bodySize', (found) =>
  isRecord(found) ? { height: text(found.height), weight: text(found.weight) } : { height: '', weight: '' },
);
