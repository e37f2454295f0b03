import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../api/use-write.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Takes a secret's value away, after asking: nobody has it to put it back. */
export function RemoveSecret({
  name,
  remove,
}: {
  readonly name: string;
  readonly remove: () => Promise<unknown>;
}) {
  const { t } = useTranslation('common');
  const write = useWrite();
  const [isOpen, setOpen] = useState(false);
  const confirm = async () => {
    if (await write.send(remove)) setOpen(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('secrets.remove.open', { name })}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('secrets.remove.title', { name })}
          button={t('secrets.remove.button')}
          isDangerous
          write={write}
          onClose={() => setOpen(false)}
          onConfirm={() => void confirm()}
        >
          <Text>{t('secrets.remove.what')}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
