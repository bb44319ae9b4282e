import { productAddress } from '~/features/products/product-address';

/** A product that a message links to, with the ids of the colour and size in the link. */
export interface LinkedProduct {
  id: number;
  color: number | null;
  size: number | null;
}

/** A link as people copy it, with or without the hash of the shop's addresses, or the path alone. */
const LINK = /(?:^|[\s(<"'])(https?:\/\/[^\s/]+)?\/(?:#\/)?products\/([1-9]\d{0,9})(?![\w-])\/?(\?[^\s)>"'#]*)?/gu;

/** The greatest id that there can be. */
const MAX_ID = 2_147_483_647;

/**
 * Finds the first link to a product of this shop in a message.
 * @param origin of the shop; links to other sites are none
 */
export function productIn(message: string, origin: string): LinkedProduct | null {
  for (const [, site, id, query = ''] of message.matchAll(LINK)) {
    if ((site !== undefined && site !== origin) || Number(id) > MAX_ID) continue;
    const params = new URLSearchParams(query);
    // A full stop may follow the link.
    const idOf = (name: string) => Number(/^\d{1,10}/.exec(params.get(name) ?? '')?.[0]) || null;
    return { id: Number(id), color: idOf('color'), size: idOf('size') };
  }
  return null;
}

/** The address of a linked product. */
export const addressOfLinked = ({ id, color, size }: LinkedProduct) => productAddress(id, color, size);
