import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { widgetView } from '../../../contract/admin/widgets.ts';
import { limits } from '../../../contract/limits.ts';
import { notYetTaken } from '../../api/not-yet-taken.ts';
import { useWrite } from '../../api/use-write.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useConsole } from '../../components/console-context.ts';
import { useKeptState } from '../../components/kept-state.ts';
import { useGoTo } from '../../components/navigation.ts';
import { FlowField } from '../flows/FlowField.tsx';

/** Makes a widget of a name and a flow; its page leads on. */
export function NewWidget({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('widgets');
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const [id, setId, forgetId] = useKeptState('widget.new.id');
  const [flow, setFlow, forgetFlow] = useKeptState('widget.new.flow');
  const send = async () => {
    const body = { id, flow, allowed_origins: [] };
    const options = { path: { widgetId: id }, header: { 'if-none-match': '*' }, body };
    const isDone = await write.send(() =>
      call('PUT', '/v1/admin/widgets/{widgetId}', widgetView, options).catch(notYetTaken),
    );
    if (!isDone) return;
    forgetId();
    forgetFlow();
    goTo(`widgets/${encodeURIComponent(id)}`);
  };
  return (
    <ConfirmDialog
      title={t('create.title')}
      button={t('create.button')}
      isReady={flow !== ''}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <TextInput
        label={t('create.id')}
        description={t('create.hint')}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        maxLength={limits.identifierChars}
        pattern="[A-Za-z0-9_\-]+"
        autoComplete="off"
        dir="ltr"
        required
      />
      <FlowField
        label={t('fields.flow.label')}
        description={t('fields.flow.hint')}
        value={flow}
        onSet={setFlow}
      />
    </ConfirmDialog>
  );
}
