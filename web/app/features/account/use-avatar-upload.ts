import { MAX_AVATAR_BYTES } from 'contract/rules';
import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '~/api/http/client';
import { uploadAvatar } from '~/api/account/profile';
import { currentUser, rememberUser } from '~/features/session/session';
import { toast } from '~/components/feedback/toast';

/** How long the full bar stands before it goes. */
const RESET_MS = 1_000;

interface AvatarUpload {
  /** The chosen picture's address in this browser; null while the user's own is shown. */
  preview: string | null;
  /** How much has left, from 0 to 1; null when nothing is being sent. */
  sent: number | null;
  isBusy: boolean;
  /** Why the picture was not taken. */
  error: string | null;
  /** A picture that could not be sent and is only shown here. */
  unsent: File | null;
  send: (file: File) => Promise<void>;
}

/** Checks a chosen picture, shows it at once and makes it the user's avatar. */
export function useAvatarUpload(): AvatarUpload {
  const [preview, setPreview] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<File | null>(null);

  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);

  useEffect(() => {
    if (isBusy) return;
    const timer = setTimeout(() => setSent(null), RESET_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);

  async function send(file: File) {
    const wrong = refusalOf(file);
    setError(wrong);
    if (wrong) return;
    const address = URL.createObjectURL(file);
    setUnsent(null);
    setPreview(address);
    setSent(0);
    setIsBusy(true);
    try {
      const avatar = await uploadAvatar(file, setSent);
      const user = currentUser();
      if (user) rememberUser({ ...user, avatar });
      setSent(1);
      toast('Cập nhật ảnh đại diện thành công!');
    } catch (failure) {
      if (!isRefused(failure) && (await isPicture(address))) {
        setUnsent(file);
      } else {
        setPreview(null);
        setError(`Upload ảnh thất bại: ${sentenceOf(failure)}`);
      }
    } finally {
      setIsBusy(false);
    }
  }

  return { preview, sent, isBusy, error, unsent, send };
}

function refusalOf(file: File): string | null {
  if (file.size > MAX_AVATAR_BYTES) return 'Kích thước file không được vượt quá 5MB';
  return file.type.startsWith('image/') ? null : 'Vui lòng chọn file hình ảnh';
}

/** Whether the server said no, rather than nothing at all. */
const isRefused = (failure: unknown) => failure instanceof ApiError && failure.status >= 400 && failure.status < 500;

/** Whether this browser can show it. */
async function isPicture(address: string): Promise<boolean> {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => true,
    () => false,
  );
}
