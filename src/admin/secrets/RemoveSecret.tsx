import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../api/use-write.ts';
import { ConfirmDialog } from '../app/ConfirmDialog.tsx';
import { useTexts } from '../texts/texts.ts';

/** Takes a secret's value away, after asking: nobody has it to put it back. */
export function RemoveSecret({
  name,
  remove,
}: {
  readonly name: string;
  readonly remove: () => Promise<unknown>;
}) {
  const texts = useTexts().secrets.remove;
  const write = useWrite();
  const [isOpen, setOpen] = useState(false);
  const confirm = async () => {
    if (await write.send(remove)) setOpen(false);
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
          onConfirm={() => void confirm()}
        >
          <Text>{texts.what}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
