import { NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { HandoffView } from '../../../../contract/admin/handoffs.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useKeptFields } from '../../../components/kept-state.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { textsOf } from '../../flows/view/texts-of.ts';
import { useDesk } from '../use-desk.ts';
import type { ActionProps } from './action-props.ts';

const goesOn = '';
const anew = '\u0000anew';

/** Where the flow goes on: as it says itself, at a step of the run's version, questions first, or from the beginning. */
export function ReturnDialog({ row, view, onDone, onClose }: ActionProps) {
  const language = useLanguage();
  const { t } = useTranslation('inbox');
  const write = useWrite();
  const act = useDesk(row);
  const next = view?.next ?? null;
  const [{ step }, keep, forget] = useKeptFields(`inbox.${row.conversationId}.return`, {
    step: next === null ? anew : goesOn,
  });
  const close = () => {
    forget();
    onClose();
  };
  const steps = questionsFirst(view?.steps ?? []);
  const read = steps.find(({ id }) => id === (step === goesOn ? next : step));
  const says = textsOf(read?.text, language)[0]?.text;
  const send = async () => {
    const body = step === anew ? { run: 'published' } : step === goesOn ? {} : { stepId: step };
    if (!(await write.send(() => act('return', body)))) return;
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
      onConfirm={() => void send()}
    >
      <NativeSelect
        label={t('return.where')}
        data={[
          ...(next === null ? [] : [{ value: goesOn, label: `${t('return.goesOn')}: ${next}` }]),
          ...steps.map(({ id }) => ({ value: id, label: id })),
          { value: anew, label: t('return.anew') },
        ]}
        value={step}
        onChange={(event) => keep('step', event.currentTarget.value)}
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

function questionsFirst(steps: HandoffView['steps']): HandoffView['steps'] {
  return steps.toSorted((one, other) => rank(one.kind) - rank(other.kind));
}

function rank(kind: string): number {
  return kind === 'question' ? 0 : 1;
}
