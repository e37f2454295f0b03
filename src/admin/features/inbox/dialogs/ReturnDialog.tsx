import { Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type HandoffView, returnBody } from '../../../../contract/admin/handoffs.ts';
import { FormDialog } from '../../../components/Dialog.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { textsOf } from '../../flows/view/connection-name.ts';
import { useInboxActions } from '../use-inbox-actions.ts';
import type { ActionProps } from './action-props.ts';

/** A step is offered by the beginning of its text. */
const nameChars = 80;
const goesOn = '';
const restart = '\u0000anew';
/** No choice yet: the best default depends on the flow. */
const unset = '\u0000unset';

/** Where the flow continues: its default, a step of the run's version (questions first), or the beginning. */
export function ReturnDialog({ rows: [row], view, onDone, onClose }: ActionProps) {
  const language = useLanguage();
  const { t } = useTranslation('inbox');
  const act = useInboxActions();
  const next = view?.next ?? null;
  const form = useKeptForm(`inbox.${row?.conversationId}.return`, {
    initialValues: { step: unset },
    schema: returnBody,
    toBody: ({ step }) => bodyOf(step),
  });
  const chosen = form.values.step;
  const step = chosen !== unset ? chosen : next === null ? restart : goesOn;
  const steps = questionsFirst(view?.steps ?? []);
  const read = steps.find(({ id }) => id === (step === goesOn ? next : step));
  const says = textsOf(read?.text, language)[0]?.text;
  const nameOf = ({ id, text }: HandoffView['steps'][number]) =>
    textsOf(text, language)[0]?.text.slice(0, nameChars) ?? id;
  const following = steps.find(({ id }) => id === next);
  return (
    <FormDialog
      title={t('return.title')}
      button={t('return.send')}
      isReady={view !== null}
      form={form}
      isForgottenOnClose
      send={async () => row && (await act(row, 'return', bodyOf(step)))}
      onDone={() => {
        onDone({ text: t('returnedToast') });
        onClose();
      }}
      onClose={onClose}
    >
      <Select
        searchable
        label={t('return.where')}
        data={[
          ...(next === null
            ? []
            : [{ value: goesOn, label: `${t('return.goesOn')}: ${following ? nameOf(following) : next}` }]),
          ...steps.map((one) => ({ value: one.id, label: nameOf(one) })),
          { value: restart, label: t('return.anew') },
        ]}
        value={step}
        onChange={(value) => form.setFieldValue('step', value ?? step)}
      />
      {read && <Text className="quiet">{t('return.reads')}</Text>}
      {read && (
        <p className="said" dir="auto">
          {says ?? t('return.readsNothing')}
        </p>
      )}
    </FormDialog>
  );
}

function bodyOf(step: string) {
  if (step === restart) return { run: 'published' };
  return step === goesOn || step === unset ? {} : { stepId: step };
}

function questionsFirst(steps: HandoffView['steps']): HandoffView['steps'] {
  return steps.toSorted((one, other) => rank(one.kind) - rank(other.kind));
}

function rank(kind: string): number {
  return kind === 'question' ? 0 : 1;
}
