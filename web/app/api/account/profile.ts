import type { Me, ProfileUpdate } from 'contract/auth';
import { TEXTS } from 'contract/rules';
import { ApiError, failedWith } from '~/api/http/client';
import { asUser, signed } from '~/api/http/signed';
import { upload } from '~/api/http/upload';

/** The signed-in user, as the server knows them now. */
export const getProfile = () => signed<Me>('/auth/users/me/');

/** Changes what is named. @throws ApiError 400 with one list of sentences per wrong field */
export const changeProfile = (body: ProfileUpdate) => signed<Me>('/auth/users/me/', { method: 'PATCH', body });

/** Changes the password and ends the user's other logins. @throws ApiError 400 naming what is wrong */
export const changePassword = (current_password: string, password: string) =>
  signed<void>('/auth/users/set_password/', { method: 'POST', body: { current_password, password } });

/** The fields of a response that may contain the picture's new URL. */
interface AvatarAnswer {
  avatar?: string | null;
  user?: { avatar?: string | null };
  profile_picture?: string | null;
}

/**
 * Makes a picture the user's avatar; where its own call fails, by the profile's.
 * @param onProgress called with how much has left, from 0 to 1
 * @returns the picture's new address
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
    // What is wrong with the picture or the session is wrong with it everywhere.
    if (failedWith(error, 401, 413, 415, 429)) throw error;
    return send('PATCH', '/auth/users/me/');
  }
}

function addressIn({ avatar, user, profile_picture }: AvatarAnswer = {}): string {
  const address = avatar ?? user?.avatar ?? profile_picture;
  if (!address) throw new ApiError(0, TEXTS.unavailable);
  return address;
}

/** Everything that the shop keeps about the user. */
export const getPersonalData = () => signed<unknown>('/auth/users/me/data/');

/** Closes the account for good. @throws ApiError 400 for a wrong password, 409 while something stands against it */
export const closeAccount = (current_password: string) =>
  signed<void>('/auth/users/me/close/', { method: 'POST', body: { current_password } });
