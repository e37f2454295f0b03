import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isGuardedWidget, type WidgetDetails, type WidgetView } from '../../../contract/admin/widgets.ts';
import type { Query } from '../../api/queries.ts';
import { useRole } from '../../components/console-context.ts';
import { useSearch } from '../../components/navigation.ts';
import { type Done, notify } from '../../components/notify.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { useTimes } from '../../components/use-times.ts';
import { Loaded } from '../../components/Loaded.tsx';
import { DeleteWidget } from './DeleteWidget.tsx';
import { Field } from './Field.tsx';
import { widgetQuery } from './queries.ts';
import { RefusedSites } from './RefusedSites.tsx';
import { SaveBar } from './SaveBar.tsx';
import { Snippet } from './Snippet.tsx';
import { useEdits } from './use-edits.ts';
import { WidgetSecrets } from './WidgetSecrets.tsx';
import { isGuarded, type WidgetTab, widgetFields, widgetTabs } from './widget-fields.ts';

/** The widget's own code: the form need not wait for it. */
const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }));

/** A widget: its settings, and the widget itself beside them as it will be. The chosen part is in the address. */
export function WidgetPage({ widgetId = '' }: { readonly widgetId?: string }) {
  const query = useQuery(widgetQuery(widgetId));
  return (
    <Stack gap="lg">
      <PageTitle>{widgetId}</PageTitle>
      <Loaded query={query} what={widgetId}>
        {({ body: view, etag }) => <Settings view={view} etag={etag} query={query} onDone={notify} />}
      </Loaded>
    </Stack>
  );
}

function Settings({
  view,
  etag,
  query,
  onDone,
}: {
  readonly view: WidgetDetails;
  readonly etag: string;
  readonly query: Query<WidgetDetails>;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation(['widgets', 'common']);
  const { role, may } = useRole();
  const [search, setSearch] = useSearch();
  const form = useEdits(view.widget);
  const tab = widgetTabs.find((one) => one === search.get('tab')) ?? 'look';
  const mayEdit = may('widgets:edit');
  const isLocked = (path: string) => !mayEdit || (isGuarded(path) && !may('channels:configure'));
  const fields = widgetFields.filter((field) => field.tab === tab);
  const isGuardedTab = tab === 'secrets' || fields.some(({ path }) => isGuarded(path));
  return (
    <Stack gap="lg">
      <Changed view={view} />
      {!mayEdit && <p className="warn hint">{t('viewOnly', { role: t(`common:roles.${role}`) })}</p>}
      <div className="beside">
        <Stack>
          <Tabs
            label={t('settings')}
            names={t('tabs', { returnObjects: true })}
            chosen={tab}
            onChoose={(chosen: WidgetTab) => setSearch({ tab: chosen })}
          >
            <Stack className="tab-panel">
              {mayEdit && isGuardedTab && !may('channels:configure') && (
                <p className="warn hint">{t('looksOnly', { role: t(`common:roles.${role}`) })}</p>
              )}
              {fields.map((field) => (
                <Field key={field.path} field={field} form={form} isLocked={isLocked(field.path)} />
              ))}
              {tab === 'sites' && (
                <RefusedSites
                  sites={view.refusedOrigins}
                  form={form}
                  isLocked={isLocked('allowed_origins')}
                />
              )}
              {tab === 'secrets' && <WidgetSecrets view={view} etag={etag} />}
              {tab === 'code' && <Snippet widget={view.widget} />}
            </Stack>
          </Tabs>
          {mayEdit && <SaveBar view={view} etag={etag} query={query} form={form} onDone={onDone} />}
        </Stack>
        <Suspense fallback={<section className="preview" />}>
          <Preview settings={form.edited.appearance ?? {}} timeZone={view.timeZone} />
        </Suspense>
      </div>
      {mayEdit && (may('channels:configure') || !isGuardedWidget(view.widget)) && (
        <Group>
          <DeleteWidget view={view} etag={etag} />
        </Group>
      )}
    </Stack>
  );
}

function Changed({ view: { by, at, isDefault } }: { readonly view: WidgetView }) {
  const { t } = useTranslation(['widgets', 'flows']);
  const { moment } = useTimes();
  return (
    <p className="quiet hint">
      {by && at
        ? t('changedBy', { who: by.email ?? by.id ?? t('flows:someone'), when: moment(at) })
        : t('fromFiles')}
      {isDefault && ` · ${t('isDefault')}`}
    </p>
  );
}
