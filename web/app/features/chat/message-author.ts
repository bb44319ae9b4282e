import { SUPPORT_USER_ID } from 'contract/rules';

/** Who wrote a message, for its reader. A `colleague` is another administrator, who wrote for the shop as the reader does. */
export type Author = 'self' | 'colleague' | 'other';

interface Reading {
  /** The room's name: `1_7`. In the shop's rooms the second number is the customer. */
  room: string;
  /** The signed-in user. */
  userId: number;
}

/** Administrators write in the shop's rooms under their own ids; only the customer is on the other side. */
export function authorOf(senderId: number, { room, userId }: Reading): Author {
  if (senderId === userId) return 'self';
  const [low, customer] = room.split('_').map(Number);
  return low === SUPPORT_USER_ID && userId !== customer && senderId !== customer ? 'colleague' : 'other';
}
