import { noContent } from '../api/api.ts';
import { useConsole } from '../app/console-context.ts';
import { DeleteByName } from '../app/DeleteByName.tsx';
import { useTexts } from '../texts/texts.ts';
import type { StepProps } from './step-props.ts';

/** Takes an account away once its name has been typed. */
export function DeleteChannel({ view: { account }, etag }: StepProps) {
  const texts = useTexts().channels.remove;
  const { call } = useConsole();
  const asked = {
    path: { channel: account.channel, accountId: account.id },
    header: { 'if-match': etag },
  };
  return (
    <DeleteByName
      id={account.id}
      remove={() => call('DELETE', '/v1/admin/channels/{channel}/{accountId}', noContent, asked)}
      texts={texts}
      then="channels"
    />
  );
}
