import { SUPPORT_USER_ID } from 'contract/rules';

/** The address of the shop's conversation with a user, also one that has not begun. The search puts them into the list. */
export const chatWith = ({ id, username }: { id: number; username: string }): string =>
  `/admin/chat?${new URLSearchParams({ search: username, room: `${SUPPORT_USER_ID}_${id}` }).toString()}`;
