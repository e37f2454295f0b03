import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { noContent } from '../api/api.ts';
import { useWrite } from '../api/use-write.ts';
import { ConfirmDialog } from '../app/ConfirmDialog.tsx';
import { useConsole } from '../app/console-context.ts';
import { navigate } from '../app/use-path.ts';
import { useTenantPath } from '../app/use-tenant-path.ts';
import { useTexts } from '../texts/texts.ts';
import { channelPath } from './channel-fields.ts';
import type { StepProps } from './step-props.ts';

/** Takes an account away once its name has been typed. */
export function DeleteChannel({ view: { account }, etag, reload }: StepProps) {
  const texts = useTexts().channels.remove;
  const { call } = useConsole();
  const toPath = useTenantPath();
  const write = useWrite();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = async () => {
    const options = { method: 'DELETE', ifMatch: etag } as const;
    const path = `/${channelPath(account.channel, account.id)}`;
    if (await write.send(() => call(path, noContent, options))) navigate(toPath('channels'));
    else await reload();
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={texts.title(account.id)}
          button={texts.button}
          isReady={typed === account.id}
          isDangerous
          write={write}
          onClose={() => setOpen(false)}
          onConfirm={() => void remove()}
        >
          <Text>{texts.what}</Text>
          <TextInput
            label={texts.type(account.id)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            dir="ltr"
          />
        </ConfirmDialog>
      )}
    </>
  );
}
