import { isRecord, stored } from './stored';

/** The height and weight that a shopper typed, as typed. */
export interface TypedBody {
  height: string;
  weight: string;
}

const MAX_TYPED = 20;
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_TYPED) : '');

/** They stay on the device, nothing sends them, and go with a sign-out. */
export const typedBody = stored<TypedBody>('bodySize', (value) =>
  isRecord(value) ? { height: text(value.height), weight: text(value.weight) } : { height: '', weight: '' },
);
