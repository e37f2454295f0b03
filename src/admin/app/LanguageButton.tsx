import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../locales/i18n.ts';
import { useLanguage } from '../locales/use-language.ts';
import { Dialog } from './Dialog.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';

/** Names the language that is shown, and opens the choice of another. */
export function LanguageButton() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const shown = language === 'en-XA' ? language : languages[language];
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-haspopup="dialog"
        aria-label={`${shown}: ${t('language')}`}
        onClick={() => setOpen(true)}
      >
        {shown}
      </Button>
      {isOpen && (
        <Dialog title={t('language')} onClose={close}>
          <Stack>
            <LanguageChoice onChosen={close} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {t('cancel')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
