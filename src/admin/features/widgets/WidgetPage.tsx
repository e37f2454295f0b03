import { Breadcrumbs, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isGuardedWidget,
  type RefusedSite,
  type WidgetDetails,
  type WidgetSecretRole,
  type WidgetView,
  widgetView,
} from '../../../contract/admin/widgets.ts';
import type { Widget } from '../../../contract/directory.ts';
import type { WidgetSettings } from '../../../contract/widget-settings.ts';
import { noContent } from '../../api/api.ts';
import type { Query } from '../../api/queries.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { useConfirm } from '../../components/Dialog.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { PageHeader, PageLink } from '../../components/PageHeader.tsx';
import { RelativeTime, useTimes } from '../../components/RelativeTime.tsx';
import { type SecretCalls, SecretCard, SecretSet, useTypedSecrets } from '../../components/SecretCard.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { Field } from './Field.tsx';
import { Install } from './Install.tsx';
import { widgetQuery } from './queries.ts';
import { WidgetSaveBar } from './WidgetSaveBar.tsx';
import './widgets.css';
import { isGuarded, type WidgetField, type WidgetTab, widgetFields, widgetTabs } from './widget-fields.ts';
import { useWidgetForm, valueAt, type WidgetForm } from './widget-form.ts';

/** The widget's own code: the form need not wait for it. */
const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }));

/** A widget: its settings, and the widget itself beside them as it will be. The chosen section is in the address. */
export function WidgetPage({ widgetId = '' }: { readonly widgetId?: string }) {
  const { t } = useTranslation('widgets');
  const query = useQuery(widgetQuery(widgetId));
  const view = query.data?.body;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Breadcrumbs className="crumbs">
          <PageLink path="widgets">{t('title')}</PageLink>
        </Breadcrumbs>
        <PageHeader title={view?.widget.appearance?.title ?? widgetId}>
          {view && <Actions view={view} etag={query.data?.etag ?? ''} />}
        </PageHeader>
        {view && <Facts view={view} />}
      </Stack>
      <Loaded query={query} what={widgetId}>
        {({ body, etag }) => <Settings key={widgetId} view={body} etag={etag} query={query} />}
      </Loaded>
    </Stack>
  );
}

/** Links from before name the parts that there were then. */
const formerTabs: Readonly<Record<string, WidgetTab>> = {
  look: 'content',
  flow: 'behavior',
  sites: 'security',
  limits: 'security',
  identity: 'security',
  secrets: 'security',
};

interface SettingsProps {
  readonly view: WidgetDetails;
  readonly etag: string;
  readonly query: Query<WidgetDetails>;
}

function Settings({ view, etag, query }: SettingsProps) {
  const { t } = useTranslation(['widgets', 'common']);
  const { role, may } = useRole();
  const [search, setSearch] = useSearch();
  const form = useWidgetForm(view.widget);
  const wanted = search.get('tab') ?? '';
  const tab = widgetTabs.find((one) => one === wanted) ?? formerTabs[wanted] ?? 'content';
  const mayEdit = may('widgets:edit');
  const { typed, leave } = useTypedSecrets();
  return (
    <div className="beside">
      <Stack>
        {!mayEdit && <p className="warn hint">{t('viewOnly', { role: t(`common:roles.${role}`) })}</p>}
        <Tabs
          label={t('settings')}
          names={t('tabs', { returnObjects: true })}
          chosen={tab}
          onChoose={(chosen: WidgetTab) => leave(() => setSearch({ tab: chosen }))}
        >
          {tab === 'code' ? <Install view={view} /> : <Section {...{ tab, view, etag, form, typed }} />}
        </Tabs>
        {mayEdit && <WidgetSaveBar view={view} etag={etag} query={query} form={form} />}
      </Stack>
      <Suspense fallback={<section className="preview" />}>
        <Preview settings={publishedOf(form.edited, view)} timeZone={view.timeZone} />
      </Suspense>
    </div>
  );
}

/** The settings as pages get them, with the business hours of a queue. */
function publishedOf({ appearance = {} }: Widget, { queues = [] }: WidgetDetails): WidgetSettings {
  const { show_hours: queue, ...settings } = appearance;
  if (queue === undefined) return settings;
  const { opening_hours: _, ...others } = settings;
  const hours = queues.find(({ name }) => name === queue)?.hours;
  return { ...others, ...(hours && { opening_hours: hours }) };
}

interface SectionProps {
  readonly tab: WidgetTab;
  readonly view: WidgetDetails;
  readonly etag: string;
  readonly form: WidgetForm;
  readonly typed: Set<string>;
}

/** The fields of a section, in their groups. */
function Section({ tab, view, etag, form, typed }: SectionProps) {
  const { t } = useTranslation(['widgets', 'common']);
  const { role, may } = useRole();
  const mayEdit = may('widgets:edit');
  const isLocked = (path: string) => !mayEdit || (isGuarded(path) && !may('channels:configure'));
  const isShown = ({ kind, path }: WidgetField) =>
    kind !== 'hours' || valueAt(view.widget, path) !== undefined;
  const fields = widgetFields.filter((field) => field.tab === tab && isShown(field));
  const queues = (view.queues ?? []).map(({ name }) => name);
  const groups = [...new Set(fields.map((field) => ('group' in field ? field.group : undefined)))];
  return (
    <Stack gap="xl">
      {mayEdit && tab === 'security' && !may('channels:configure') && (
        <p className="warn hint">{t('looksOnly', { role: t(`common:roles.${role}`) })}</p>
      )}
      {groups.map((group) => (
        <Stack key={group ?? tab} gap="md">
          {group && <Title order={2}>{t(`groups.${group}`)}</Title>}
          {fields
            .filter((field) => ('group' in field ? field.group : undefined) === group)
            .map((field) => (
              <Field
                key={field.path}
                field={field}
                form={form}
                queues={queues}
                isLocked={isLocked(field.path)}
              />
            ))}
          {group === 'sites' && (
            <RefusedSites sites={view.refusedOrigins} form={form} isLocked={isLocked('allowed_origins')} />
          )}
          {group === 'identity' && <WidgetSecrets {...{ view, etag, typed }} />}
        </Stack>
      ))}
    </Stack>
  );
}

type WidgetSecretsProps = Pick<SectionProps, 'view' | 'etag' | 'typed'>;

/** The widget's secrets. Users who can't set them see whether they are set. */
function WidgetSecrets({ view: { widget, secrets }, etag, typed }: WidgetSecretsProps) {
  const { t } = useTranslation('widgets');
  const { call } = useConsole();
  const { may } = useRole();
  const callsOf = (role: string): SecretCalls => {
    const path = '/v1/admin/widgets/{widgetId}/secrets/{role}';
    const asked = { path: { widgetId: widget.id, role }, header: { 'if-match': etag } };
    return {
      set: (value) => call('PUT', path, widgetView, { ...asked, body: { value } }),
      remove: () => call('DELETE', path, widgetView, asked),
      endOverlap: () => call('DELETE', `${path}/previous`, widgetView, asked),
    };
  };
  return (
    <Stack>
      <Text>{t('secretsWhat')}</Text>
      {secrets.map((secret) => {
        return may('channels:configure') ? (
          <SecretCard
            key={`${widget.id} ${secret.role}`}
            secret={secret}
            name={t(`secrets.${secret.role as WidgetSecretRole}.name`)}
            where={t(`secrets.${secret.role as WidgetSecretRole}.where`)}
            calls={callsOf(secret.role)}
            typed={typed}
          />
        ) : (
          <section key={secret.role} aria-label={t(`secrets.${secret.role as WidgetSecretRole}.name`)}>
            <Title order={2} size="h5">
              {t(`secrets.${secret.role as WidgetSecretRole}.name`)}
            </Title>
            <SecretSet secret={secret} />
          </section>
        );
      })}
    </Stack>
  );
}

interface RefusedSitesProps {
  readonly sites: readonly RefusedSite[];
  readonly form: WidgetForm;
  readonly isLocked: boolean;
}

/** The sites that a widget was refused on of late, each with a button that puts it among the allowed ones. */
function RefusedSites({ sites, form, isLocked }: RefusedSitesProps) {
  const { t } = useTranslation('widgets');
  const { moment } = useTimes();
  const allowed = form.edited.allowed_origins;
  const shown = sites.filter(({ origin }) => !allowed.includes(origin));
  return (
    <Stack gap="xs" component="section" aria-labelledby="refused-sites">
      <Title order={2} size="h4" id="refused-sites">
        {t('refused.title')}
      </Title>
      <p className="quiet hint">{shown.length === 0 ? t('refused.none') : t('refused.what')}</p>
      {shown.map(({ origin, count, lastAt }) => (
        <Group key={origin} justify="space-between" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <span>
              <bdi className="value">{origin}</bdi>
            </span>
            <span className="quiet hint">{t('refused.count', { count, when: moment(lastAt) })}</span>
          </Stack>
          {!isLocked && (
            <Button
              variant="default"
              flex="none"
              aria-label={t('refused.allowOne', { site: origin })}
              onClick={() => form.setFieldValue('allowed_origins', [...allowed, origin])}
            >
              {t('refused.allow')}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}

interface ActionsProps {
  readonly view: WidgetView;
  readonly etag: string;
}

function useMayDelete(widget: WidgetView['widget']): boolean {
  const { may } = useRole();
  return may('widgets:edit') && (!isGuardedWidget(widget) || may('channels:configure'));
}

/** Deletes a widget once its name has been typed. */
function Actions({ view: { widget, isDefault }, etag }: ActionsProps) {
  const { t } = useTranslation('widgets');
  const { call } = useConsole();
  const mayDelete = useMayDelete(widget);
  const asked = { path: { widgetId: widget.id }, header: { 'if-match': etag } };
  const goTo = useGoTo();
  const name = widget.id;
  const ask = useConfirm({
    title: t('remove.title', { name }),
    text: t('remove.what'),
    button: t('remove.button'),
    isDangerous: true,
    typed: { label: t('remove.type', { name }), name },
    act: () => call('DELETE', '/v1/admin/widgets/{widgetId}', noContent, asked),
    isGone: true,
    // Back must not lead to a deleted page.
    onDone: () => goTo('widgets', { replace: true }),
  });
  if (!mayDelete) return null;
  return (
    <Button
      variant="default"
      disabled={isDefault}
      aria-describedby={isDefault ? 'why-not-deleted' : undefined}
      onClick={ask}
    >
      {t('remove.open')}
    </Button>
  );
}

function Facts({ view: { widget, by, at, isDefault, seenAt } }: { readonly view: WidgetDetails }) {
  const { t } = useTranslation(['widgets', 'flows']);
  const { moment } = useTimes();
  const { tenantId } = useConsole();
  const mayDelete = useMayDelete(widget);
  return (
    <>
      <p className="quiet hint">
        {widget.appearance?.title !== undefined && (
          <>
            <bdi>{widget.id}</bdi> ·{' '}
          </>
        )}
        {by && at
          ? t('changedBy', { who: by.email ?? by.id ?? t('flows:someone'), when: moment(at) })
          : t('fromFiles')}
        {isDefault && ` · ${t('isDefault')}`} ·{' '}
        {seenAt === null ? (
          t('code.notSeen')
        ) : (
          <span className="good">
            {t('code.seen')} <RelativeTime at={seenAt} />
          </span>
        )}
      </p>
      {isDefault && mayDelete && (
        <p id="why-not-deleted" className="quiet hint">
          {t('remove.isDefault', { tenant: tenantId })}
        </p>
      )}
    </>
  );
}
