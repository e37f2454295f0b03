import { Title } from '@mantine/core';
import { type ReactNode, Suspense, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { Rows } from '../states/Rows.tsx';

/** A dialog above the page: the browser's own, which keeps the focus, makes the rest inert and gives the focus back. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  /** Left out where the dialog can't be put aside. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the browser draws, and on leaving before the dialog is off the page: only then is the focus given back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onCancel={cancel}>
      <Title order={2} size="h4" id={id} mb="md">
        {title}
      </Title>
      {/* Else what waits in it for a file of its own would close it, and open it again at its first field. */}
      <Suspense fallback={<Rows />}>{children}</Suspense>
    </dialog>
  );
}
