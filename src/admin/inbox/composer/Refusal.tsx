import { Alert } from '@mantine/core';
import { Failure } from '../../states/Failure.tsx';
import { useInboxTexts } from '../../texts/inbox-texts.ts';
import { movedTo } from '../use-desk.ts';
import type { Refused } from '../use-outbox.ts';

/** Why a message was not sent: who has the conversation now, or the rule; its text is kept. */
export function Refusal({ refused: { error } }: { readonly refused: Refused }) {
  const inbox = useInboxTexts();
  const now = movedTo(error);
  if (error.failure === 'role' || now === undefined) return <Failure error={error} />;
  const owner = now?.owner;
  return (
    <Alert role="alert" color="red">
      {now === null && inbox.endedMeanwhile}
      {owner && inbox.movedMeanwhile(owner.name)}
      {now && !owner && inbox.changedMeanwhile}
    </Alert>
  );
}
