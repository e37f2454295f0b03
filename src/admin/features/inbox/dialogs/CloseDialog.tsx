import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeBody } from '../../../../contract/admin/handoffs.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { useInbox } from '../inbox-context.ts';
import type { ActionProps } from './action-props.ts';

interface Props extends ActionProps {
  /** Called once they are about to be closed. */
  readonly onBegun?: () => void;
}

/** Closes conversations with a closing message, an outcome and a survey where the flow has one. */
export function CloseDialog({ rows, view, onClose, onBegun }: Props) {
  const { t } = useTranslation('inbox');
  const write = useWrite();
  const { beginClose } = useInbox();
  const form = useKeptForm(`inbox.${rows[0]?.conversationId}.last-words`, {
    initialValues: { text: '', disposition: '', survey: false },
    schema: closeBody,
    toBody,
  });
  const send = () => {
    beginClose({ rows, body: toBody(form.values), onClosed: form.forget });
    onBegun?.();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('closing.title')}
      button={t('closing.send')}
      write={write}
      onClose={onClose}
      onConfirm={form.onSubmit(send)}
    >
      <Textarea
        label={t('closing.text')}
        description={t('closing.textHint')}
        rows={3}
        {...form.getInputProps('text')}
      />
      <TextInput
        label={t('closing.disposition')}
        description={t('closing.dispositionHint')}
        maxLength={128}
        {...form.getInputProps('disposition')}
      />
      {view?.afterClose != null && (
        <Checkbox label={t('closing.survey')} {...form.getInputProps('survey', { type: 'checkbox' })} />
      )}
    </ConfirmDialog>
  );
}

interface Values {
  readonly text: string;
  readonly disposition: string;
  readonly survey: boolean;
}

function toBody({ text, disposition, survey }: Values) {
  return {
    ...(text.trim() && { text: text.trim() }),
    ...(disposition.trim() && { disposition: disposition.trim() }),
    ...(survey && { survey }),
  };
}
