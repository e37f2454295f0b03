import { useTranslation } from 'react-i18next';
import { noContent } from '../../api/api.ts';
import { useConsole } from '../../components/console-context.ts';
import { DeleteByName } from '../../components/DeleteByName.tsx';
import type { StepProps } from './step-props.ts';

/** Takes an account away once its name has been typed. */
export function DeleteChannel({ view: { account }, etag }: StepProps) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const asked = {
    path: { channel: account.channel, accountId: account.id },
    header: { 'if-match': etag },
  };
  return (
    <DeleteByName
      id={account.id}
      remove={() => call('DELETE', '/v1/admin/channels/{channel}/{accountId}', noContent, asked)}
      texts={{
        open: t('remove.open'),
        title: t('remove.title', { name: account.id }),
        what: t('remove.what'),
        type: t('remove.type', { name: account.id }),
        button: t('remove.button'),
      }}
      then="channels"
    />
  );
}
