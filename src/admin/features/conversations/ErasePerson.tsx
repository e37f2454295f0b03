import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Erasure, erasure } from '../../../contract/admin/conversations.ts';
import { useWrite } from '../../api/use-write.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useConsole } from '../../components/console-context.ts';
import { TypedName } from '../../components/TypedName.tsx';

/** Erases everything that is kept about somebody, once their id has been typed; there is no way back. */
export function ErasePerson({
  userId,
  channel,
  what,
  onErased,
}: {
  readonly userId: string;
  readonly channel: string;
  /** Says what goes. */
  readonly what: string;
  readonly onErased: (erasure: Erasure) => void;
}) {
  const { t } = useTranslation('conversations');
  const { call } = useConsole();
  const write = useWrite({ isGone: true });
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = () =>
    write.send(async () => {
      // One request does what it has time for; the next goes on.
      for (;;) {
        const path = { channel, userId };
        const { body } = await call('DELETE', '/v1/admin/people/{channel}/{userId}', erasure, { path });
        if (body.done) return onErased(body);
      }
    });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('person.erase.open')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('person.erase.title')}
          button={t('person.erase.button')}
          isReady={typed === userId}
          isDangerous
          write={write}
          onClose={() => setOpen(false)}
          onConfirm={() => void remove()}
        >
          <Text>{what}</Text>
          <Text>{t('person.erase.what')}</Text>
          <TypedName
            label={t('person.erase.type')}
            description={<bdi>{userId}</bdi>}
            value={typed}
            onChange={setTyped}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
