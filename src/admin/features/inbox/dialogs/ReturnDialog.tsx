import { NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type HandoffView, returnBody } from '../../../../contract/admin/handoffs.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { textsOf } from '../../flows/view/texts-of.ts';
import { useDesk } from '../use-desk.ts';
import type { ActionProps } from './action-props.ts';

const goesOn = '';
const anew = '\u0000anew';
/** Nothing was chosen yet: what is best depends on what the flow says. */
const unset = '\u0000unset';

/** Where the flow goes on: as it says itself, at a step of the run's version, questions first, or from the beginning. */
export function ReturnDialog({ row, view, onDone, onClose }: ActionProps) {
  const language = useLanguage();
  const { t } = useTranslation('inbox');
  const write = useWrite();
  const act = useDesk(row);
  const next = view?.next ?? null;
  const form = useKeptForm(`inbox.${row.conversationId}.return`, {
    initialValues: { step: unset },
    schema: returnBody,
    toBody: ({ step }) => bodyOf(step),
  });
  const chosen = form.values.step;
  const step = chosen !== unset ? chosen : next === null ? anew : goesOn;
  const close = () => {
    form.forget();
    onClose();
  };
  const steps = questionsFirst(view?.steps ?? []);
  const read = steps.find(({ id }) => id === (step === goesOn ? next : step));
  const says = textsOf(read?.text, language)[0]?.text;
  const send = async () => {
    if (!(await write.send(() => act('return', bodyOf(step))))) return;
    onDone({ text: t('returnedToast') });
    close();
  };
  return (
    <ConfirmDialog
      title={t('return.title')}
      button={t('return.send')}
      isReady={view !== null}
      write={write}
      onClose={close}
      onConfirm={form.onSubmit(() => void send())}
    >
      <NativeSelect
        label={t('return.where')}
        data={[
          ...(next === null ? [] : [{ value: goesOn, label: `${t('return.goesOn')}: ${next}` }]),
          ...steps.map(({ id }) => ({ value: id, label: id })),
          { value: anew, label: t('return.anew') },
        ]}
        value={step}
        onChange={(event) => form.setFieldValue('step', event.currentTarget.value)}
      />
      {read && (
        <div>
          <Text className="quiet">{t('return.reads')}</Text>
          <p className="said" dir="auto">
            {says ?? t('return.readsNothing')}
          </p>
        </div>
      )}
    </ConfirmDialog>
  );
}

function bodyOf(step: string) {
  if (step === anew) return { run: 'published' };
  return step === goesOn || step === unset ? {} : { stepId: step };
}

function questionsFirst(steps: HandoffView['steps']): HandoffView['steps'] {
  return steps.toSorted((one, other) => rank(one.kind) - rank(other.kind));
}

function rank(kind: string): number {
  return kind === 'question' ? 0 : 1;
}
