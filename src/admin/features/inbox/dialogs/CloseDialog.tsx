import { Autocomplete, Checkbox, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { closeBody } from '../../../../contract/admin/handoffs.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { readKept, useDeviceText } from '../../../components/use-device-text.ts';
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
  const [outcomes, remember] = useOutcomes();
  const form = useKeptForm(`inbox.${rows[0]?.conversationId}.last-words`, {
    initialValues: { text: '', disposition: '', survey: false },
    schema: closeBody,
    toBody,
  });
  const typed = form.values.disposition.trim();
  const isNew = typed !== '' && !outcomes.includes(typed);
  const send = () => {
    if (typed) remember(typed);
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
      <Autocomplete
        label={t('closing.disposition')}
        description={t('closing.dispositionHint')}
        maxLength={128}
        data={isNew ? [...outcomes, typed] : [...outcomes]}
        renderOption={({ option: { value } }) =>
          isNew && value === typed ? t('closing.create', { outcome: value }) : value
        }
        {...form.getInputProps('disposition')}
      />
      {view?.afterClose != null && (
        <Checkbox label={t('closing.survey')} {...form.getInputProps('survey', { type: 'checkbox' })} />
      )}
    </ConfirmDialog>
  );
}

const mostOutcomes = 20;
const keptOutcomes = z.array(z.string());

/** The outcomes that the user gave last, kept on this device: only events carry them, so no request returns them. */
function useOutcomes(): readonly [readonly string[], (outcome: string) => void] {
  const { session, tenantId } = useConsole();
  const [text, set] = useDeviceText(`gateway-admin.outcomes.${session.user.id}.${tenantId}`);
  const known = readKept(keptOutcomes, text, []);
  const others = (outcome: string) => known.filter((one) => one !== outcome);
  return [known, (outcome) => set(JSON.stringify([outcome, ...others(outcome)].slice(0, mostOutcomes)))];
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
