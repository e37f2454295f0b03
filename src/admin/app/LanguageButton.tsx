import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { languages } from '../texts/load-texts.ts';
import { useSpeech } from '../texts/texts.ts';
import { Dialog } from './Dialog.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';

/** Names the language that is shown, and opens the choice of another. */
export function LanguageButton() {
  const { language, texts } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const shown = language === 'en-XA' ? language : languages[language];
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-haspopup="dialog"
        aria-label={`${shown}: ${texts.frame.language}`}
        onClick={() => setOpen(true)}
      >
        {shown}
      </Button>
      {isOpen && (
        <Dialog title={texts.frame.language} onClose={close}>
          <Stack>
            <LanguageChoice onChosen={close} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {texts.frame.cancel}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
