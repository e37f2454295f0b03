import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SavedReply } from '../../../../contract/admin/texts.ts';
import { noContent } from '../../../api/api.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole } from '../../../components/console-context.ts';
import type { Done } from '../../../components/notify.tsx';

/** Asks before a reply is gone for everybody. */
export function DeleteReplyDialog({
  reply: { id, name, etag },
  onDone,
  onClose,
}: {
  readonly reply: SavedReply;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('inbox');
  const { call } = useConsole();
  const write = useWrite();
  const send = async () => {
    const options = { path: { textId: id }, header: { 'if-match': etag } };
    if (await write.send(() => call('DELETE', '/v1/admin/texts/{textId}', noContent, options)))
      onDone({ text: t('savedReplies.remove.done', { name }) });
  };
  return (
    <ConfirmDialog
      title={t('savedReplies.remove.open', { name })}
      button={t('savedReplies.remove.button')}
      isDangerous
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{t('savedReplies.remove.what')}</Text>
    </ConfirmDialog>
  );
}
