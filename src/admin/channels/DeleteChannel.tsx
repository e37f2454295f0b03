import { DeleteByName } from '../app/DeleteByName.tsx';
import { useTexts } from '../texts/texts.ts';
import { channelPath } from './channel-fields.ts';
import type { StepProps } from './step-props.ts';

/** Takes an account away once its name has been typed. */
export function DeleteChannel({ view: { account }, etag, reload }: StepProps) {
  const texts = useTexts().channels.remove;
  const path = `/${channelPath(account.channel, account.id)}`;
  return (
    <DeleteByName
      id={account.id}
      path={path}
      etag={etag}
      texts={texts}
      then="channels"
      onRefused={() => void reload()}
    />
  );
}
