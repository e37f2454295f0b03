import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../api/use-write.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useGoTo } from './navigation.ts';
import { TypedName } from './TypedName.tsx';

/** What a deletion says. */
export interface DeleteTexts {
  readonly open: string;
  readonly title: string;
  readonly what: string;
  readonly type: string;
  readonly button: string;
}

interface Deletion {
  readonly id: string;
  readonly remove: () => Promise<unknown>;
  readonly texts: DeleteTexts;
  /** The page of the tenant that is shown afterwards. */
  readonly then: string;
}

/** A button that deletes for good, once the name has been typed. `whyNot` names the element that says why it may not. */
export function DeleteByName({ whyNot, ...deletion }: Deletion & { readonly whyNot?: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        disabled={whyNot !== undefined}
        aria-describedby={whyNot}
        onClick={() => setOpen(true)}
      >
        {deletion.texts.open}
      </Button>
      {isOpen && <DeleteDialog {...deletion} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Asks for the name of what is deleted for good. */
export function DeleteDialog({
  id,
  remove,
  texts,
  then,
  onClose,
}: Omit<Deletion, 'texts'> & { readonly texts: Omit<DeleteTexts, 'open'>; readonly onClose: () => void }) {
  const goTo = useGoTo();
  const write = useWrite({ isGone: true });
  const [typed, setTyped] = useState('');
  const confirm = async () => {
    const isDone = await write.send(remove);
    // The address of what is gone is no way back.
    if (isDone) goTo(then, { replace: true });
  };
  return (
    <ConfirmDialog
      title={texts.title}
      button={texts.button}
      isReady={typed === id}
      isDangerous
      write={write}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <Text>{texts.what}</Text>
      <TypedName label={texts.type} value={typed} onChange={setTyped} />
    </ConfirmDialog>
  );
}
