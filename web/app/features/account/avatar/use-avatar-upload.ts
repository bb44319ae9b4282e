import { MAX_AVATAR_BYTES } from 'contract/rules';
import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '~/api/http/client';
import { uploadAvatar } from '~/api/account/profile';
import { currentUser, rememberUser } from '~/api/account/session';
import { toast } from '~/components/feedback/toast';

/** Milliseconds that the full progress bar is shown. */
const RESET_MS = 1_000;

interface AvatarUpload {
  /** Object URL of the chosen picture; null while the saved one is shown. */
  preview: string | null;
  /** Share that was uploaded, from 0 to 1; null while nothing is uploading. */
  sent: number | null;
  isBusy: boolean;
  /** Why the picture was rejected. */
  error: string | null;
  /** A picture whose upload failed. It is shown in this browser only. */
  unsent: File | null;
  send: (file: File) => Promise<void>;
}

/** Validates a chosen picture, previews it and uploads it as the user's avatar. */
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
    const wrong = checkAvatar(file);
    setError(wrong);
    if (wrong) return;
    const address = URL.createObjectURL(file);
    setUnsent(null);
    setPreview(address);
    setSent(0);
    setIsBusy(true);
    try {
      const before = currentUser()?.id;
      const avatar = await uploadAvatar(file, setSent);
      const user = currentUser();
      if (user?.id === before) rememberUser({ ...user!, avatar });
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

function checkAvatar(file: File): string | null {
  if (file.size > MAX_AVATAR_BYTES) return 'Kích thước file không được vượt quá 5MB';
  return file.type.startsWith('image/') ? null : 'Vui lòng chọn file hình ảnh';
}

/** Whether the server rejected the upload, rather than failed to answer. */
const isRefused = (failure: unknown) => failure instanceof ApiError && failure.status >= 400 && failure.status < 500;

/** Whether this browser can display the picture. */
async function isPicture(address: string): Promise<boolean> {
  const image = new Image();
  image.src = address;
  return image.decode().then(
    () => true,
    () => false,
  );
}
