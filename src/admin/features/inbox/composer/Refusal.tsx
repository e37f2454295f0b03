import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/Loaded.tsx';
import { movedTo } from '../use-inbox-actions.ts';
import type { Refused } from '../use-outbox.ts';

/** Why a message was not sent: who has the conversation now, or the rule; its text is kept. */
export function Refusal({ refused: { error } }: { readonly refused: Refused }) {
  const { t } = useTranslation('inbox');
  const now = movedTo(error);
  if (error.failure === 'role' || now === undefined) return <Failure error={error} />;
  const owner = now?.owner;
  return (
    <Alert role="alert" color="red">
      {now === null && t('endedMeanwhile')}
      {owner && t('movedMeanwhile', { name: owner.name })}
      {now && !owner && t('changedMeanwhile')}
    </Alert>
  );
}
