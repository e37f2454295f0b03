import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useKeptFields } from '../../../components/kept-state.ts';
import { useInbox } from '../inbox-context.ts';
import type { ActionProps } from './action-props.ts';

/** Ends a conversation with last words, a result and a survey where the flow has one. */
export function CloseDialog({ row, view, onClose }: ActionProps) {
  const { t } = useTranslation('inbox');
  const write = useWrite();
  const { beginClose } = useInbox();
  const [{ text, disposition, survey }, keep, forget] = useKeptFields(
    `inbox.${row.conversationId}.last-words`,
    { text: '', disposition: '', survey: '' },
  );
  const send = () => {
    const body = {
      ...(text.trim() && { text: text.trim() }),
      ...(disposition.trim() && { disposition: disposition.trim() }),
      ...(survey && { survey: true }),
    };
    beginClose({ row, body, onClosed: forget });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('closing.title')}
      button={t('closing.send')}
      write={write}
      onClose={onClose}
      onConfirm={send}
    >
      <Textarea
        label={t('closing.text')}
        description={t('closing.textHint')}
        rows={3}
        value={text}
        onChange={(event) => keep('text', event.currentTarget.value)}
      />
      <TextInput
        label={t('closing.disposition')}
        description={t('closing.dispositionHint')}
        maxLength={128}
        value={disposition}
        onChange={(event) => keep('disposition', event.currentTarget.value)}
      />
      {view?.afterClose != null && (
        <Checkbox
          label={t('closing.survey')}
          checked={survey !== ''}
          onChange={(event) => keep('survey', event.currentTarget.checked ? 'yes' : '')}
        />
      )}
    </ConfirmDialog>
  );
}
