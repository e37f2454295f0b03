import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Rows } from './Rows.tsx';

interface Props {
  readonly title: string;
  /** Its width, as the library names it or in pixels. */
  readonly size?: ModalProps['size'];
  /** Left out where the dialog can't be put aside. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A dialog above the page for as long as it is rendered; the focus begins in its first field and goes back afterwards. */
export function Dialog({ title, size = 'lg', onClose, children }: Props) {
  const { t } = useTranslation('common');
  useFocusReturn();
  return (
    <Modal.Root
      opened
      centered
      size={size}
      onClose={() => onClose?.()}
      closeOnEscape={onClose !== undefined}
      // A misplaced click must not discard input.
      closeOnClickOutside={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* The library's own head is a landmark of the page. */}
        <div className="dialog-head">
          <Modal.Title>{title}</Modal.Title>
          {onClose && <Modal.CloseButton aria-label={t('dismiss')} />}
        </div>
        {/* Else what waits in it for a file of its own would close it, and open it again at its first field. */}
        <Modal.Body ref={focusFirst}>
          <Suspense fallback={<Rows />}>{children}</Suspense>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Focuses the first field at once, for what is typed right after opening: the library waits a moment before it does. */
export function focusFirst(body: HTMLElement | null) {
  const first = body?.querySelector<HTMLElement>(':is(input, textarea, select, button):enabled, a[href]');
  first?.setAttribute('data-autofocus', '');
  first?.focus();
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
