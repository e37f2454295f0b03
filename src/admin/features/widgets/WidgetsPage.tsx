import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import IconMessageCircle from '@tabler/icons-react/icons/IconMessageCircle';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WidgetView } from '../../../contract/admin/widgets.ts';
import { useRole } from '../../components/console-context.ts';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageHeader, PageLink } from '../../components/PageHeader.tsx';
import { LastSevenDays } from '../reports/Counted.tsx';
import { useLastDays } from '../reports/use-figures.ts';
import { CopyCode, lineOf, NewWidget, useEmbedCode } from './Install.tsx';
import { widgetsQuery } from './queries.ts';
import './widgets.css';

/** Lists the tenant's widgets: how each looks, which flow it runs, on which sites, and its conversations. */
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
        {() => (items.length === 0 ? <EmptyState>{t('none')}</EmptyState> : <WidgetCards views={items} />)}
      </Loaded>
      <MoreOf list={list} />
      {mayEdit && search.has('new') && (
        <NewWidget flowId={search.get('flow')} onClose={() => setSearch({ new: null, flow: null })} />
      )}
    </Stack>
  );
}

function WidgetCards({ views }: { readonly views: readonly WidgetView[] }) {
  const { t } = useTranslation('widgets');
  const report = useLastDays(7, { group: 'place', channel: 'webchat' }).data?.body;
  const startedOf = (id: string) =>
    report?.rows.find(({ label }) => 'place' in label && label.place === id)?.figures.runs.started ?? 0;
  return (
    <>
      <ul className="widget-cards" aria-label={t('title')}>
        {views.map((view) => (
          <li key={view.widget.id}>
            <WidgetCard view={view} started={report && startedOf(view.widget.id)} />
          </li>
        ))}
      </ul>
      <LastSevenDays report={report} />
    </>
  );
}

interface CardProps {
  readonly view: WidgetView;
  /** Its conversations of the last days; undefined until they are loaded. */
  readonly started: number | undefined;
}

function WidgetCard({ view: { widget, isDefault }, started }: CardProps) {
  const { t } = useTranslation(['widgets', 'reports']);
  const code = lineOf(useEmbedCode()(widget.id));
  const title = widget.appearance?.title;
  return (
    <Card withBorder radius="md" padding={0} h="100%">
      <Look color={widget.appearance?.color} title={title || widget.id} />
      <Stack gap="xs" p="md">
        <Group justify="space-between" wrap="nowrap">
          <div>
            <Title order={2}>
              <PageLink path={`widgets/${encodeURIComponent(widget.id)}`} className="widget-name">
                <bdi>{title || widget.id}</bdi>
              </PageLink>
            </Title>
            {title && <bdi className="quiet who-mail">{widget.id}</bdi>}
          </div>
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
        {started !== undefined && (
          <Text size="sm">
            {t('reports:flows.runs', { count: started })} {t('reports:flows.inDays', { count: 7 })}
          </Text>
        )}
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
