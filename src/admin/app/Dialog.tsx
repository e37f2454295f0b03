import { Modal } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Rows } from '../states/Rows.tsx';
import { useTexts } from '../texts/texts.ts';

interface Props {
  readonly title: string;
  /** Left out where the dialog can't be put aside. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A dialog above the page for as long as it is rendered; the focus begins in its first field and goes back afterwards. */
export function Dialog({ title, onClose, children }: Props) {
  const { states } = useTexts();
  const body = useRef<HTMLDivElement>(null);
  useFocusReturn();
  useLayoutEffect(() => {
    const first = body.current?.querySelector('input, textarea, select, button, a[href]');
    first?.setAttribute('data-autofocus', '');
  }, []);
  return (
    <Modal
      opened
      centered
      size="lg"
      title={title}
      onClose={() => onClose?.()}
      withCloseButton={onClose !== undefined}
      closeButtonProps={{ 'aria-label': states.dismiss }}
      closeOnEscape={onClose !== undefined}
      // What is typed would be lost by a click that misses.
      closeOnClickOutside={false}
    >
      {/* Else what waits in it for a file of its own would close it, and open it again at its first field. */}
      <div ref={body}>
        <Suspense fallback={<Rows />}>{children}</Suspense>
      </div>
    </Modal>
  );
}

/** Gives the focus back to what had it, unless something else has it by then. */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
