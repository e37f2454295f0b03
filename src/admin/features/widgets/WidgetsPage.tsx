import { Badge, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import IconMessageCircle from '@tabler/icons-react/icons/IconMessageCircle';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type WidgetView, widgetView } from '../../../contract/admin/widgets.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { PageHeader, PageLink } from '../../components/PageHeader.tsx';
import { CopyCode, lineOf, useEmbedCode } from './Install.tsx';
import { widgetsQuery } from './queries.ts';
import './widgets.css';
import { widget } from '../../../contract/directory.ts';
import { notYetTaken } from '../../api/use-write.ts';
import { FormDialog } from '../../components/Dialog.tsx';
import { IdField } from '../../components/IdField.tsx';
import { useKeptForm } from '../../components/use-kept-form.ts';
import { FlowField } from '../flows/FlowField.tsx';

/** Lists the tenant's widgets: how each looks, which flow it runs, and on which sites. */
export function WidgetsPage() {
  const { t } = useTranslation('widgets');
  const { may } = useRole();
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(widgetsQuery);
  const items = list.data ?? [];
  const mayEdit = may('widgets:edit');
  return (
    <Stack gap="lg">
      <PageHeader title={t('title')}>
        {mayEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ new: '' })}>
            {t('create.open')}
          </Button>
        )}
      </PageHeader>
      <Loaded query={list} what={t('title')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>{t('none')}</EmptyState>
          ) : (
            <ul className="widget-cards" aria-label={t('title')}>
              {items.map((view) => (
                <li key={view.widget.id}>
                  <WidgetCard view={view} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreOf list={list} />
      {mayEdit && search.has('new') && (
        <NewWidget flowId={search.get('flow')} onClose={() => setSearch({ new: null, flow: null })} />
      )}
    </Stack>
  );
}

function WidgetCard({ view: { widget, isDefault } }: { readonly view: WidgetView }) {
  const { t } = useTranslation('widgets');
  const code = lineOf(useEmbedCode()(widget.id));
  const title = widget.appearance?.title;
  return (
    <Card withBorder radius="md" padding={0} h="100%">
      <Look color={widget.appearance?.color} title={title ?? widget.id} />
      <Stack gap="xs" p="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2}>
            <PageLink path={`widgets/${encodeURIComponent(widget.id)}`} className="widget-name">
              <bdi>{widget.id}</bdi>
            </PageLink>
          </Title>
          {isDefault && <Badge variant="default">{t('isDefault')}</Badge>}
        </Group>
        <Group gap={4} fz="sm" className="quiet">
          {t('runs')}:
          <PageLink path={`flows/${widget.flow}`}>
            <bdi>{widget.flow}</bdi>
          </PageLink>
        </Group>
        <Text size="sm" className="quiet value">
          {widget.allowed_origins.length === 0 ? (
            t('noSites')
          ) : (
            <bdi>{widget.allowed_origins.join(', ')}</bdi>
          )}
        </Text>
        <CopyCode code={code} label={t('code.copyOf', { widget: widget.id })} />
      </Stack>
    </Card>
  );
}

interface LookProps {
  readonly color: string | undefined;
  readonly title: string;
}

/** The head of the widget in its own colour. The policy refuses styles in the markup, not those that a script sets. */
function Look({ color, title }: LookProps) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (color) head.current?.style.setProperty('--widget-color', color);
    else head.current?.style.removeProperty('--widget-color');
  }, [color]);
  return (
    <div ref={head} className="widget-look" aria-hidden="true">
      <span className="widget-look-dot" />
      <Text span inherit truncate flex={1}>
        {title}
      </Text>
      <IconMessageCircle size={20} />
    </div>
  );
}

interface Props {
  /** The flow of the new widget, if it is known. */
  readonly flowId: string | null;
  readonly onClose: () => void;
}

/** Creates a widget of a name, a flow and a site; its page leads on to its code. */
function NewWidget({ flowId, onClose }: Props) {
  const { t } = useTranslation('widgets');
  const { call } = useConsole();
  const goTo = useGoTo();
  const { may } = useRole();
  const form = useKeptForm('widget.new', {
    initialValues: { id: '', flow: flowId ?? '', site: '' },
    schema: widget,
    toBody: bodyOf,
  });
  const { id, flow, site } = form.values;
  const options = { path: { widgetId: id }, header: { 'if-none-match': '*' }, body: form.body };
  return (
    <FormDialog
      title={t('create.title')}
      button={t('create.button')}
      isReady={flow !== ''}
      form={form}
      send={() => call('PUT', '/v1/admin/widgets/{widgetId}', widgetView, options).catch(notYetTaken)}
      onDone={() => goTo(`widgets/${encodeURIComponent(id)}${site === '' ? '' : '?tab=code'}`)}
      onClose={onClose}
    >
      <IdField label={t('create.id')} description={t('create.hint')} {...form.getInputProps('id')} />
      <FlowField
        label={t('fields.flow.label')}
        description={t('fields.flow.hint')}
        value={flow}
        onSet={(next) => form.setFieldValue('flow', next)}
      />
      {may('channels:configure') && (
        <TextInput
          label={t('create.site')}
          description={t('create.siteHint')}
          {...form.getInputProps('site')}
          pattern="https?://(\*\.)?[a-z0-9.\-]+(:[0-9]+)?"
          autoComplete="off"
          dir="ltr"
        />
      )}
    </FormDialog>
  );
}

const bodyOf = ({ id, flow, site }: Readonly<Record<'id' | 'flow' | 'site', string>>) => ({
  id,
  flow,
  allowed_origins: [site.trim()].filter(Boolean),
});
