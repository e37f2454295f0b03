import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { widgetView } from '../../../contract/admin/widgets.ts';
import { limits } from '../../../contract/limits.ts';
import { notYetTaken, useWrite } from '../../api/use-write.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { useKeptState } from '../../components/kept-state.ts';
import { useGoTo } from '../../components/navigation.ts';
import { FlowField } from '../flows/FlowField.tsx';

interface Props {
  /** The flow of the new widget, if it is known. */
  readonly flowId: string | null;
  readonly onClose: () => void;
}

/** Creates a widget of a name, a flow and a site; its page leads on to its code. */
export function NewWidget({ flowId, onClose }: Props) {
  const { t } = useTranslation('widgets');
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const [id, setId, forgetId] = useKeptState('widget.new.id');
  const [typedFlow, setFlow, forgetFlow] = useKeptState('widget.new.flow');
  const [site, setSite, forgetSite] = useKeptState('widget.new.site');
  const { may } = useRole();
  const flow = typedFlow || (flowId ?? '');
  const send = async () => {
    const body = { id, flow, allowed_origins: site.trim() === '' ? [] : [site.trim()] };
    const options = { path: { widgetId: id }, header: { 'if-none-match': '*' }, body };
    const isDone = await write.send(() =>
      call('PUT', '/v1/admin/widgets/{widgetId}', widgetView, options).catch(notYetTaken),
    );
    if (!isDone) return;
    forgetId();
    forgetFlow();
    forgetSite();
    goTo(`widgets/${encodeURIComponent(id)}${site === '' ? '' : '?tab=code'}`);
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
      {may('channels:configure') && <SiteField value={site} onChange={setSite} />}
    </ConfirmDialog>
  );
}

interface SiteProps {
  readonly value: string;
  readonly onChange: (site: string) => void;
}

function SiteField({ value, onChange }: SiteProps) {
  const { t } = useTranslation('widgets');
  return (
    <TextInput
      label={t('create.site')}
      description={t('create.siteHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      pattern="https?://(\*\.)?[a-z0-9.\-]+(:[0-9]+)?"
      autoComplete="off"
      dir="ltr"
    />
  );
}
