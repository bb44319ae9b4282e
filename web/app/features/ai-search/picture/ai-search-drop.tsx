import { ImageDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const holdsFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false;

/** The first dropped file, if it is a picture. */
const droppedPicture = (data: DataTransfer | null) => {
  const file = data?.files[0];
  return file?.type.startsWith('image/') ? file : null;
};

/** The picture on the clipboard. In a text box, text wins over a picture beside it (copied spreadsheet cells, say). */
function pastedPicture({ clipboardData, target }: ClipboardEvent): File | null {
  const isTyping = target instanceof HTMLTextAreaElement;
  if (!clipboardData || (isTyping && clipboardData.types.includes('text/plain'))) return null;
  const item = [...clipboardData.items].find(({ kind, type }) => kind === 'file' && type.startsWith('image/'));
  return item?.getAsFile() ?? null;
}

/**
 * Accepts pictures that are pasted or dropped anywhere on the page while the dialog is open. (The browser would open a
 * file that misses the dialog, and leave the shop.)
 * @param onPicture called with each picture
 * @returns whether a file is being dragged over the page
 */
export function usePictureDropAndPaste(onPicture: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const newest = useRef(onPicture);
  useEffect(() => {
    newest.current = onPicture;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    // dragleave fires between elements too; without a related target the pointer left the window.
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(false);
      const picture = droppedPicture(event.dataTransfer);
      if (picture) newest.current(picture);
    };
    const paste = (event: ClipboardEvent) => {
      const picture = pastedPicture(event);
      if (!picture) return;
      event.preventDefault();
      newest.current(picture);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);
  return isOver;
}

/** Covers the dialog while a file is dragged over it. It ignores the pointer, or showing it would fire dragleave. */
export function DropOverlay() {
  return (
    <div className="pointer-events-none absolute inset-0 z-10 grid place-content-center justify-items-center gap-3 bg-accent-soft/95 text-accent">
      <div className="absolute inset-3 rounded-lg border-2 border-dashed border-accent" />
      <ImageDown aria-hidden="true" className="size-12 stroke-[1.5]" />
      <p className="text-xl font-bold">Thả hình ảnh vào đây</p>
    </div>
  );
}
