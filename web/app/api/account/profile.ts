import type { Me, ProfileUpdate } from 'contract/accounts/profile';
import { TEXTS } from 'contract/rules';
import { ApiError, failedWith } from '~/api/http/client';
import { asUser, signed } from './signed';
import { upload } from '~/api/http/upload';

/** The signed-in user, as the server knows them now. */
export const getProfile = () => signed<Me>('/auth/users/me/');

/** Changes the given fields. @throws ApiError 400 with messages by field */
export const updateProfile = (body: ProfileUpdate) => signed<Me>('/auth/users/me/', { method: 'PATCH', body });

/** Changes the password and ends the user's other logins. @throws ApiError 400 with messages by field */
export const changePassword = (current_password: string, password: string) =>
  signed<void>('/auth/users/set_password/', { method: 'POST', body: { current_password, password } });

/** The fields of a response that may contain the picture's new URL. */
interface AvatarAnswer {
  avatar?: string | null;
  user?: { avatar?: string | null };
  profile_picture?: string | null;
}

/**
 * Uploads a picture as the user's avatar. If the avatar endpoint fails, it uses the profile endpoint.
 * @param onProgress called with the uploaded fraction, from 0 to 1
 * @returns the picture's new URL
 * @throws ApiError 413 or 415 when the picture is refused
 */
export async function uploadAvatar(file: File, onProgress: (sent: number) => void): Promise<string> {
  const send = (method: 'POST' | 'PATCH', path: string) => {
    const body = new FormData();
    body.set('avatar', file);
    return asUser((token) => upload<AvatarAnswer>(path, { method, body, token, onProgress })).then(addressIn);
  };
  try {
    return await send('POST', '/auth/users/avatar/');
  } catch (error) {
    // A refusal of the picture or the session would be the same at the other endpoint.
    if (failedWith(error, 401, 413, 415, 429)) throw error;
    return send('PATCH', '/auth/users/me/');
  }
}

function addressIn({ avatar, user, profile_picture }: AvatarAnswer = {}): string {
  const address = avatar ?? user?.avatar ?? profile_picture;
  if (!address) throw new ApiError(0, TEXTS.unavailable);
  return address;
}

/** Gets everything that the shop stores about the user. */
export const getPersonalData = () => signed<unknown>('/auth/users/me/data/');

/** Closes the account for good. @throws ApiError 400 for a wrong password, 409 while orders or money keep it open */
export const deleteAccount = (current_password: string) =>
  signed<void>('/auth/users/me/close/', { method: 'POST', body: { current_password } });
