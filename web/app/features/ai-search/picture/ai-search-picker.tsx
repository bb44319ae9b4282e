import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button, buttonStyle } from '~/components/form/button';
import { FileInput } from '~/components/form/file-input';
import { Spinner } from '~/components/form/spinner';
import type { AiSearch } from '~/features/ai-search/query/ai-search-state';
import { CropFrame } from './crop/crop-frame';

const EMPTY_ZONE =
  'grid h-52 w-full place-content-center justify-items-center gap-2 overflow-hidden rounded-lg border border-dashed border-line-strong bg-paper px-4 text-center transition-colors hover:border-accent hover:bg-accent-soft';

/** Chooses a picture from a file, or from the camera of a phone, and shows it with a box that cuts it. */
export function PicturePicker({ search }: { search: AiSearch }) {
  const { form, problem, isPreparing, removePicture, setCrop } = search;
  const shown = isPreparing ? null : form.picture;
  const problemId = useId();
  const zone = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const choose = (from: 'files' | 'camera') => {
    if (from === 'camera') input.current?.setAttribute('capture', 'environment');
    else input.current?.removeAttribute('capture');
    input.current?.click();
  };
  return (
    <div className="grid gap-3">
      {shown && <CropFrame file={shown} crop={form.crop} onChange={setCrop} />}
      <div className="flex gap-2">
        {/* The same button with and without a picture, so that it keeps the focus. */}
        <button
          ref={zone}
          type="button"
          aria-busy={isPreparing || undefined}
          aria-describedby={problem?.of === 'picture' ? problemId : undefined}
          onClick={() => choose('files')}
          className={shown ? `${buttonStyle({ variant: 'outline' })} flex-1` : EMPTY_ZONE}
        >
          {isPreparing ? <Preparing /> : shown ? 'Chọn hình ảnh khác' : <Invitation />}
        </button>
        {shown && (
          <Button
            variant="quiet"
            aria-label="Xóa hình ảnh"
            title="Xóa hình ảnh"
            onClick={() => {
              removePicture();
              zone.current?.focus();
            }}
            className="size-11 p-0! hover:text-signal"
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </Button>
        )}
      </div>
      {problem?.of === 'picture' && (
        <p id={problemId} role="alert" className="text-sm text-signal">
          {problem.sentence}
        </p>
      )}
      <Button variant="outline" onClick={() => choose('camera')} className="hidden! pointer-coarse:inline-flex!">
        <Camera aria-hidden="true" className="size-5" />
        Chụp ảnh
      </Button>
      <FileInput inputRef={input} label="Hình ảnh để tìm kiếm" onChoose={([file]) => search.choose(file!)} />
    </div>
  );
}

function Invitation() {
  return (
    <>
      <ImageUp aria-hidden="true" className="size-9 stroke-[1.5] text-accent" />
      <span className="font-medium">Chọn hình ảnh</span>
      <span className="text-sm text-muted pointer-coarse:hidden">hoặc kéo thả, dán (Ctrl+V) vào đây</span>
    </>
  );
}

const Preparing = () => (
  <>
    <Spinner />
    <span className="text-sm text-muted">Đang chuẩn bị hình ảnh...</span>
  </>
);
