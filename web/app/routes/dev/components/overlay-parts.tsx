import { useState } from 'react';
import { useSearchParams } from '@remix-run/react';
import { DialogButton } from '~/components/overlay/dialog-button';
import { MoreDisclosure } from '~/components/overlay/disclosure';
import { Menu } from '~/components/overlay/menu';
import { Modal } from '~/components/overlay/modal';
import { Button } from '~/components/form/button';
import { Group, LONG_NAME, Specimen } from './specimen';

const SHAPES = ['dialog', 'wide', 'sheet', 'side'] as const;
const loadDialog = () => Promise.resolve(Modal);
const WORDS = ['Một', 'Hai', 'Ba', 'Bốn', 'Năm'];

export function OverlayParts() {
  const [params] = useSearchParams();
  const [shape, setShape] = useState(SHAPES.find((each) => each === params.get('open')));
  return (
    <Group title="overlay">
      <Specimen file="overlay/dialog-button.tsx" hint="its dialog is a script of its own">
        <DialogButton
          load={loadDialog}
          className="min-h-11 underline"
          render={(Dialog, close) => (
            <Dialog title={LONG_NAME} onClose={close}>
              {LONG_NAME}
            </Dialog>
          )}
        >
          Mở hộp thoại
        </DialogButton>
      </Specimen>
      <Specimen file="overlay/disclosure.tsx" hint="a long list of choices">
        {[2, WORDS.length].map((at) => (
          <MoreDisclosure key={at} at={at} isOpen={false} className="grid">
            {WORDS.map((word) => (
              <span key={word}>{word}</span>
            ))}
          </MoreDisclosure>
        ))}
      </Specimen>
      <Specimen file="overlay/menu.tsx" hint="works without scripts">
        <Menu summary="Mở menu" label="Menu để thử" panel="w-64 rounded-md border border-line bg-surface p-4">
          {LONG_NAME}
        </Menu>
      </Specimen>
      <Specimen file="overlay/modal.tsx" hint="mounted to open, unmounted in onClose">
        {SHAPES.map((each) => (
          <Button key={each} variant="outline" onClick={() => setShape(each)}>
            {each}
          </Button>
        ))}
        {shape && (
          <Modal title={LONG_NAME} shape={shape} onClose={() => setShape(undefined)} footer={<Button>Lưu</Button>}>
            <p>{`${LONG_NAME} `.repeat(12)}</p>
          </Modal>
        )}
      </Specimen>
    </Group>
  );
}
