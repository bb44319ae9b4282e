import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { CropBox } from './crop-box';

/** Shares of the picture that an arrow key moves. */
const KEY_STEP = 0.02;

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

type Move = (from: CropBox, dx: number, dy: number) => CropBox;

interface CropHandleProps {
  handleRef?: RefObject<HTMLButtonElement>;
  /** The picture: a distance on the screen is a share of its size there. */
  image: RefObject<HTMLImageElement>;
  label: string;
  box: CropBox;
  onChange: (box: CropBox) => void;
  move: Move;
  /** The move by Shift and an arrow key, if that differs. */
  moveWithShift?: Move;
  className: string;
  children: React.ReactNode;
}

/** A part of the box that can be dragged, and moved by arrow keys. */
export function CropHandle({
  handleRef,
  image,
  label,
  box,
  onChange,
  move,
  moveWithShift = move,
  className,
  children,
}: CropHandleProps) {
  const [drag, setDrag] = useState<{ from: CropBox; x: number; y: number } | null>(null);

  function start(event: PointerEvent<HTMLButtonElement>) {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: box, x: event.clientX, y: event.clientY });
  }

  function follow({ isPrimary, clientX, clientY }: PointerEvent) {
    const size = image.current?.getBoundingClientRect();
    if (!drag || !isPrimary || !size?.width || !size.height) return;
    onChange(move(drag.from, (clientX - drag.x) / size.width, (clientY - drag.y) / size.height));
  }

  function byKey(event: KeyboardEvent) {
    const step = ARROWS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    // Otherwise the dialog would scroll.
    event.preventDefault();
    onChange((event.shiftKey ? moveWithShift : move)(box, ...step));
  }

  return (
    <button
      ref={handleRef}
      type="button"
      aria-label={label}
      onPointerDown={start}
      onPointerMove={follow}
      onPointerUp={() => setDrag(null)}
      onPointerCancel={() => setDrag(null)}
      onLostPointerCapture={() => setDrag(null)}
      onKeyDown={byKey}
      className={`group/handle absolute ${className}`}
    >
      {children}
    </button>
  );
}
