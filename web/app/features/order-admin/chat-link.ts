import { SUPPORT_USER_ID } from 'contract/rules';

/** The path of the shop's conversation with a user, begun or not. Its search lists the user. */
export const chatWith = ({ id, username }: { id: number; username: string }): string =>
  `/admin/chat?${new URLSearchParams({ search: username, room: `${SUPPORT_USER_ID}_${id}` }).toString()}`;
