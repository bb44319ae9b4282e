import { MAX_PICTURE_BYTES, MAX_PRODUCT_PICTURES } from 'contract/rules';
import { ArrowLeft, ArrowRight, ImagePlus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '~/components/display/badge';
import { Button } from '~/components/form/button';
import type { DraftPicture } from './product-draft';

interface PictureListProps {
  pictures: readonly DraftPicture[];
  onChange: (pictures: DraftPicture[]) => void;
  /** Uploaded fraction, from 0 to 1; null while nothing is uploading. */
  sent: number | null;
  error?: readonly string[];
}

const MAX_MEGABYTES = MAX_PICTURE_BYTES / 1024 / 1024;

/** The pictures of a product: added by choosing or dropping, moved by dragging or buttons, and removed. */
export function PictureList({ pictures, onChange, sent, error = [] }: PictureListProps) {
  const input = useRef<HTMLInputElement>(null);
  const dragged = useRef<number | null>(null);
  const [refused, setRefused] = useState<string[]>([]);
  useOwnAddresses();

  function add(files: Iterable<File>) {
    const wrong: string[] = [];
    const added: DraftPicture[] = [];
    for (const file of files) {
      const reason = refusalOf(file, pictures.length + added.length);
      if (reason) wrong.push(`${file.name}: ${reason}`);
      else added.push({ address: URL.createObjectURL(file), file });
    }
    setRefused(wrong);
    if (added.length > 0) onChange([...pictures, ...added]);
  }

  function move(from: number, to: number) {
    const next = [...pictures];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  }

  return (
    <div
      className="grid gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (event.dataTransfer.files.length > 0) add(event.dataTransfer.files);
      }}
    >
      {pictures.length > 0 && (
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
          {pictures.map((picture, nth) => (
            <li
              key={picture.address}
              draggable
              onDragStart={() => (dragged.current = nth)}
              onDragEnd={() => (dragged.current = null)}
              onDrop={(event) => {
                if (dragged.current === null) return;
                event.preventDefault();
                event.stopPropagation();
                move(dragged.current, nth);
              }}
              className="grid cursor-grab content-start overflow-hidden rounded-lg border border-line bg-surface"
            >
              <span className="relative">
                <img
                  src={picture.address}
                  alt={`Ảnh ${nth + 1}`}
                  className="aspect-3/4 w-full bg-sand object-cover"
                  draggable={false}
                />
                <span className="absolute top-1 left-1 flex flex-wrap gap-1">
                  {nth === 0 && <Badge tone="ink">Ảnh chính</Badge>}
                  {picture.file && <Badge tone="warn">Chưa lưu</Badge>}
                </span>
              </span>
              <span className="flex justify-between">
                <Tool label={`Đưa ảnh ${nth + 1} lên trước`} isOff={nth === 0} onClick={() => move(nth, nth - 1)}>
                  <ArrowLeft aria-hidden="true" className="size-4" />
                </Tool>
                <Tool label={`Bỏ ảnh ${nth + 1}`} onClick={() => onChange(pictures.filter((_, each) => each !== nth))}>
                  <X aria-hidden="true" className="size-4" />
                </Tool>
                <Tool
                  label={`Đưa ảnh ${nth + 1} ra sau`}
                  isOff={nth === pictures.length - 1}
                  onClick={() => move(nth, nth + 1)}
                >
                  <ArrowRight aria-hidden="true" className="size-4" />
                </Tool>
              </span>
            </li>
          ))}
        </ol>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Ảnh sản phẩm"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Button
        variant="outline"
        onClick={() => input.current?.click()}
        disabled={pictures.length >= MAX_PRODUCT_PICTURES}
        className="justify-self-start"
      >
        <ImagePlus aria-hidden="true" className="size-4" />
        Thêm ảnh
      </Button>
      <p className="text-sm text-muted">
        Tối đa {MAX_PRODUCT_PICTURES} ảnh, mỗi ảnh {MAX_MEGABYTES} MB; kéo ảnh vào đây hoặc kéo để đổi thứ tự. Ảnh đầu
        tiên là ảnh chính.
      </p>
      {sent !== null && <progress value={sent} aria-label="Đang tải ảnh lên" className="h-1.5 w-full accent-accent" />}
      {[...refused, ...error].map((sentence) => (
        <p key={sentence} role="alert" className="text-sm text-signal">
          {sentence}
        </p>
      ))}
    </div>
  );

  /** Object URLs that live as long as the form, because a removed picture can be restored. */
  function useOwnAddresses() {
    const made = useRef(new Set<string>());
    for (const { address, file } of pictures) if (file) made.current.add(address);
    useEffect(() => {
      const addresses = made.current;
      return () => addresses.forEach((address) => URL.revokeObjectURL(address));
    }, []);
  }
}

function refusalOf(file: File, count: number): string | null {
  if (count >= MAX_PRODUCT_PICTURES) return `mỗi sản phẩm có tối đa ${MAX_PRODUCT_PICTURES} ảnh`;
  if (!file.type.startsWith('image/')) return 'không phải là hình ảnh';
  return file.size > MAX_PICTURE_BYTES ? `lớn hơn ${MAX_MEGABYTES} MB` : null;
}

interface ToolProps {
  label: string;
  isOff?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

const Tool = ({ label, isOff, onClick, children }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onClick}
    className="grid size-9 place-content-center text-muted hover:bg-sand hover:text-ink disabled:opacity-30"
  >
    {children}
  </button>
);
