import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '~/components/form/button';
import { boxStyle } from '~/components/form/field';
import { ProductPicture } from '~/components/display/picture';

interface PictureFieldProps {
  label: string;
  name: string;
  /** The saved picture. */
  src: string | null;
  error?: readonly string[];
}

/** A form field for a picture. It previews the chosen picture, else the saved one. */
export function PictureField({ label, name, src, error }: PictureFieldProps) {
  const id = useId();
  const { input, chosen, isWrong, choose } = useChosenPicture();
  const sentence = isWrong ? 'Vui lòng chọn file hình ảnh' : error?.join(' ');
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-4">
        {(chosen ?? src) !== null && (
          <ProductPicture
            src={chosen ?? src}
            alt={chosen ? 'Ảnh vừa chọn' : 'Ảnh hiện tại'}
            ratio={1}
            sizes="112px"
            className="size-28 rounded-md object-contain"
          />
        )}
        <div className="grid min-w-0 flex-1 basis-52 justify-items-start gap-2">
          <input
            ref={input}
            id={id}
            type="file"
            name={name}
            accept="image/*"
            aria-invalid={sentence ? true : undefined}
            aria-describedby={`${id}-hint${sentence ? ` ${id}-error` : ''}`}
            onChange={({ target }) => choose(target.files?.[0])}
            className={`${boxStyle} text-sm file:mr-3 file:cursor-pointer file:rounded-sm file:border-0 file:bg-sand file:px-3 file:py-1 file:font-medium`}
          />
          <p id={`${id}-hint`} className="text-sm text-muted">
            JPEG, PNG, WebP, GIF hoặc AVIF, tối đa 10 MB.{src !== null && ' Không chọn thì giữ ảnh cũ.'}
          </p>
          {chosen && (
            <Button variant="quiet" size="sm" onClick={() => choose(undefined)}>
              Bỏ ảnh vừa chọn
            </Button>
          )}
        </div>
      </div>
      {sentence && (
        <p id={`${id}-error`} role="alert" className="text-sm text-signal">
          {sentence}
        </p>
      )}
    </div>
  );
}

/** The address of the picture in a file input; null for none. A file that is no picture is taken out again. */
function useChosenPicture() {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  useEffect(() => {
    if (chosen) return () => URL.revokeObjectURL(chosen);
  }, [chosen]);

  function choose(file: File | undefined) {
    const isPicture = file?.type.startsWith('image/') ?? false;
    setIsWrong(file !== undefined && !isPicture);
    setChosen(file && isPicture ? URL.createObjectURL(file) : null);
    if (!isPicture && input.current) input.current.value = '';
  }
  return { input, chosen, isWrong, choose };
}
