import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { useWrite } from '../api/use-write.ts';
import { ConfirmDialog } from '../app/ConfirmDialog.tsx';
import { useConsole } from '../app/console-context.ts';
import { useTexts } from '../texts/texts.ts';

/** Takes a secret's value away, after asking: nobody has it to put it back. */
export function RemoveSecret({
  name,
  path,
  answer,
  etag,
  reload,
}: {
  readonly name: string;
  /** Of the secret, in the API. */
  readonly path: string;
  readonly answer: z.ZodMiniType;
  readonly etag: string;
  readonly reload: () => Promise<unknown>;
}) {
  const texts = useTexts().secrets.remove;
  const { call } = useConsole();
  const write = useWrite();
  const [isOpen, setOpen] = useState(false);
  const remove = async () => {
    const options = { method: 'DELETE', ifMatch: etag } as const;
    const isDone = await write.send(() => call(path, answer, options));
    await reload();
    if (isDone) setOpen(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.open(name)}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={texts.title(name)}
          button={texts.button}
          isDangerous
          write={write}
          onClose={() => setOpen(false)}
          onConfirm={() => void remove()}
        >
          <Text>{texts.what}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
