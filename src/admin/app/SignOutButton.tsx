import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from './Dialog.tsx';
import { unsavedWork } from './unsaved-work.ts';

/** Signs out; what would be lost by it is asked about first. */
export function SignOutButton({ onSignOut }: { readonly onSignOut: () => void }) {
  const { frame } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const { unsaved } = frame;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => (unsavedWork().length > 0 ? setAsked(true) : onSignOut())}
      >
        {frame.signOut}
      </Button>
      {isAsked && (
        <Dialog title={unsaved.title} onClose={() => setAsked(false)}>
          <Stack>
            <Text>{unsaved.what}</Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsked(false)}>
                {frame.cancel}
              </Button>
              <Button color="red" onClick={onSignOut}>
                {unsaved.button}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
