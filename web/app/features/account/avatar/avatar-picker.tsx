import { Camera } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Alert } from '~/components/feedback/alert';
import { ProgressBar } from '~/components/feedback/progress-bar';
import { Button } from '~/components/form/button';
import { FileInput } from '~/components/form/file-input';
import { Avatar } from './avatar';
import { useAvatarUpload } from './use-avatar-upload';

/**
 * The user's picture with a button to choose another.
 * @param children shown beside the picture
 */
export function AvatarPicker({ avatar, children }: { avatar: string | null; children: ReactNode }) {
  const { preview, sent, isBusy, error, unsent, send } = useAvatarUpload();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-5 lg:flex-col lg:items-start lg:gap-4">
        <div className="relative shrink-0">
          <Avatar src={preview ?? avatar} className="size-22 border border-line lg:size-32" />
          <Button
            aria-label="Đổi ảnh đại diện"
            isBusy={isBusy}
            onClick={() => input.current?.click()}
            className="absolute -right-1 -bottom-1 size-11 rounded-full! p-0!"
          >
            {!isBusy && <Camera aria-hidden="true" className="size-5" />}
          </Button>
        </div>
        <div className="max-w-full min-w-0">{children}</div>
      </div>
      <FileInput inputRef={input} label="Ảnh đại diện" onChoose={([file]) => void send(file!)} />
      {sent !== null && <ProgressBar label="Đang tải ảnh lên" value={sent} />}
      {error && <Alert tone="danger">{error}</Alert>}
      {unsent && (
        <Alert
          tone="warning"
          action={
            <Button variant="outline" size="sm" isBusy={isBusy} onClick={() => void send(unsent)}>
              Gửi lại
            </Button>
          }
        >
          Chưa gửi được ảnh lên cửa hàng. Ảnh này mới chỉ hiện trên màn hình của bạn.
        </Alert>
      )}
    </div>
  );
}
