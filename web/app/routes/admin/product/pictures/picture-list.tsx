import type { Color } from 'contract/catalog/catalog';
import { MAX_PRODUCT_PICTURES } from 'contract/rules';
import { useEffect, useRef, useState } from 'react';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { AddPictures } from './add-pictures';
import { MAX_MEGABYTES, checkNewPicture } from './new-pictures';
import { PictureTile } from './picture-tile';
import type { DraftPicture } from '../product-draft';

interface PictureListProps {
  pictures: readonly DraftPicture[];
  onChange: (pictures: DraftPicture[]) => void;
  /** The colours in which the product can be bought; none for a product without variants. */
  colors: readonly Color[];
  /** Uploaded fraction, from 0 to 1; null while nothing is uploading. */
  sent: number | null;
  error?: readonly string[];
}

/** The pictures of a product: added by choosing or dropping, also straight to a colour; given a colour; moved by dragging or buttons, and removed. */
export function PictureList({ pictures, onChange, colors, sent, error = [] }: PictureListProps) {
  const list = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(
    pictures.map(({ address }) => address),
    '[data-remove]',
    list,
  );
  const { add, refused } = useAddedFiles(pictures, onChange);
  useFileAddresses(pictures);
  return (
    <div
      ref={list}
      className="grid gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (event.dataTransfer.files.length > 0) add(event.dataTransfer.files);
      }}
    >
      {pictures.length > 0 && <PictureTiles pictures={pictures} onChange={onChange} colors={colors} />}
      <AddPictures colors={colors} isFull={pictures.length >= MAX_PRODUCT_PICTURES} onAdd={add} />
      <p className="text-sm text-muted">
        Tối đa {MAX_PRODUCT_PICTURES} ảnh, mỗi ảnh {MAX_MEGABYTES} MB; kéo ảnh vào đây hoặc kéo để đổi thứ tự. Ảnh đầu
        tiên là ảnh chính.{colors.length > 0 && ' Khách chọn màu nào sẽ thấy ảnh của màu đó trước.'}
      </p>
      {sent !== null && <progress value={sent} aria-label="Đang tải ảnh lên" className="h-1.5 w-full accent-accent" />}
      {[...refused, ...error].map((sentence) => (
        <p key={sentence} role="alert" className="text-sm text-signal">
          {sentence}
        </p>
      ))}
    </div>
  );
}

/** The pictures in their order, which dragging and buttons change. */
function PictureTiles({ pictures, onChange, colors }: Pick<PictureListProps, 'pictures' | 'onChange' | 'colors'>) {
  const dragged = useRef<number | null>(null);
  function move(from: number, to: number) {
    const next = [...pictures];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  }
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
      {pictures.map((picture, nth) => (
        <PictureTile
          key={picture.address}
          picture={picture}
          place={nth + 1}
          count={pictures.length}
          colors={colors}
          onColor={(color) => onChange(pictures.with(nth, { ...picture, color }))}
          onMove={(to) => move(nth, to - 1)}
          onRemove={() => onChange(pictures.filter((_, each) => each !== nth))}
          onDragStart={() => (dragged.current = nth)}
          onDragEnd={() => (dragged.current = null)}
          onDrop={(event) => {
            if (dragged.current === null) return;
            event.preventDefault();
            event.stopPropagation();
            move(dragged.current, nth);
          }}
        />
      ))}
    </ol>
  );
}

/** Adds files to the pictures. @returns `refused`, why some of the last ones were not added */
function useAddedFiles(pictures: readonly DraftPicture[], onChange: PictureListProps['onChange']) {
  const [refused, setRefused] = useState<string[]>([]);
  function add(files: Iterable<File>, color = '') {
    const wrong: string[] = [];
    const added: DraftPicture[] = [];
    for (const file of files) {
      const reason = checkNewPicture(file, [...pictures, ...added]);
      if (reason) wrong.push(`${file.name}: ${reason}`);
      else added.push({ address: URL.createObjectURL(file), file, color });
    }
    setRefused(wrong);
    if (added.length > 0) onChange([...pictures, ...added]);
  }
  return { add, refused };
}

/** Object URLs of files live as long as the form, because a removed picture can be restored. */
function useFileAddresses(pictures: readonly DraftPicture[]) {
  const made = useRef(new Set<string>());
  useEffect(() => {
    for (const { address, file } of pictures) if (file) made.current.add(address);
  }, [pictures]);
  useEffect(() => {
    const addresses = made.current;
    return () => addresses.forEach((address) => URL.revokeObjectURL(address));
  }, []);
}
