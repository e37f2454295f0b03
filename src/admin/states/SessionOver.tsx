import { Button, Stack, Text } from '@mantine/core';
import { Dialog } from '../app/Dialog.tsx';
import { useTexts } from '../texts/texts.ts';

/** Above a page whose session is over: it goes on after the sign-in, with what was typed. @see console.md 2 */
export function SessionOver({ onSignIn }: { readonly onSignIn: () => void }) {
  const { over } = useTexts().states;
  return (
    <Dialog title={over.title}>
      <Stack>
        <Text>{over.kept}</Text>
        <Button onClick={onSignIn}>{over.signIn}</Button>
      </Stack>
    </Dialog>
  );
}
