import { Button, CloseButton, Group, Modal, type ModalProps, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite, type Write } from '../api/use-write.ts';
import { Form } from './Form.tsx';
import { Failure, Rows } from './Loaded.tsx';
import { useOnline } from './use-online.ts';

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
        <Group justify="space-between" wrap="nowrap" p="md" pb="xs">
          <Modal.Title fz="lg" fw={600}>
            {title}
          </Modal.Title>
          {onClose && <Modal.CloseButton aria-label={t('dismiss')} />}
        </Group>
        {/* Else what waits in it for a file of its own would close it, and open it again at its first field. */}
        <Modal.Body ref={focusFirst}>
          <Suspense fallback={<Rows />}>{children}</Suspense>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The end of a dialog that only shows something. */
export function DialogEnd({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('close')}
      </Button>
    </Group>
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

interface FormProps {
  readonly button: string;
  readonly isReady?: boolean;
  readonly isDangerous?: boolean;
  readonly write: Write;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

interface ConfirmDialogProps extends FormProps {
  readonly title: string;
  readonly size?: ModalProps['size'];
}

/** A dialog with a form: what it will do, one button that does it, and what spoke against it. */
export function ConfirmDialog({ title, size, ...form }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={form.onClose} {...(size !== undefined && { size })}>
      <ConfirmForm {...form} />
    </Dialog>
  );
}

interface FormDialogProps<Answer> extends Omit<ConfirmDialogProps, 'write' | 'onConfirm'> {
  /** From `useKeptForm`; forgotten once it is sent. */
  readonly form: { readonly onSubmit: (send: () => void) => () => void; readonly forget: () => void };
  /** Whether closing the dialog discards what was typed. */
  readonly isForgottenOnClose?: boolean;
  readonly send: () => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
}

/** A {@link ConfirmDialog} that sends a kept form. */
export function FormDialog<Answer>(props: FormDialogProps<Answer>) {
  const { form, isForgottenOnClose = false, send, onDone, onClose, ...rest } = props;
  const write = useWrite();
  const submit = async () => {
    let finish = () => {};
    const isDone = await write.send(async () => {
      const answer = await send();
      finish = () => onDone(answer);
    });
    if (!isDone) return;
    form.forget();
    finish();
  };
  const close = () => {
    if (isForgottenOnClose) form.forget();
    onClose();
  };
  return (
    <ConfirmDialog {...rest} write={write} onClose={close} onConfirm={form.onSubmit(() => void submit())} />
  );
}

function ConfirmForm({
  button,
  isReady = true,
  isDangerous = false,
  write,
  onClose,
  onConfirm,
  children,
}: FormProps) {
  const { t } = useTranslation('common');
  const isOnline = useOnline();
  return (
    <Form onSend={onConfirm}>
      {children}
      {write.error && <Failure error={write.error} />}
      {!isOnline && <p className="quiet">{t('causes.offline')}</p>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          {...(isDangerous && { color: 'red' })}
          loading={write.isPending}
          disabled={!isReady || !isOnline}
        >
          {button}
        </Button>
      </Group>
    </Form>
  );
}

/** The question before an irreversible action. */
interface Question {
  readonly title: string;
  readonly text: ReactNode;
  readonly button: string;
  readonly isDangerous?: boolean;
  /** A name that has to be typed first. */
  readonly typed?: { readonly label: string; readonly name: string };
  readonly act: () => Promise<unknown>;
  /** After a success there is nothing to be read again. */
  readonly isGone?: boolean;
  readonly onDone?: () => void;
}

/** Asks before an action; stays open with the reason if it fails. */
export function confirm(question: Question): void {
  const id = modals.open({
    children: <Asked question={question} onClose={() => modals.close(id)} />,
  });
}

/** Like {@link confirm}, and acts on the page's latest data when it is confirmed. */
export function useConfirm(question: Question): () => void {
  const latest = useRef(question);
  useEffect(() => {
    latest.current = question;
  });
  return () => confirm({ ...question, act: () => latest.current.act() });
}

interface AskedProps {
  readonly question: Question;
  readonly onClose: () => void;
}

function Asked({ question, onClose }: AskedProps) {
  const { t } = useTranslation('common');
  const { title, text, button, typed, isDangerous = false, isGone = false, act, onDone } = question;
  const write = useWrite({ isGone });
  // Kept nowhere, on purpose.
  const [name, setName] = useState('');
  const send = async () => {
    if (!(await write.send(act))) return;
    onClose();
    onDone?.();
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Modal.Title fz="lg" fw={600}>
          {title}
        </Modal.Title>
        <CloseButton aria-label={t('dismiss')} onClick={onClose} />
      </Group>
      <div ref={focusFirst}>
        <ConfirmForm
          button={button}
          isReady={typed === undefined || name === typed.name}
          isDangerous={isDangerous}
          write={write}
          onClose={onClose}
          onConfirm={() => void send()}
        >
          {typeof text === 'string' ? <Text>{text}</Text> : text}
          {typed && (
            <TextInput
              label={typed.label}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              autoComplete="off"
              dir="ltr"
            />
          )}
        </ConfirmForm>
      </div>
    </Stack>
  );
}
