import { Button, Group, Select, Stack, Tabs, Text, TextInput } from '@mantine/core';
import IconMail from '@tabler/icons-react/icons/IconMail';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import { type WidgetDetails, widgetView } from '../../../contract/admin/widgets.ts';
import { type Widget, widget as widgetSchema } from '../../../contract/directory.ts';
import { notYetTaken, useWrite } from '../../api/use-write.ts';
import { copyText } from '../../components/CopyLine.tsx';
import { useConsole, useRole } from '../../components/console-context.ts';
import { FormDialog } from '../../components/Dialog.tsx';
import { IdField } from '../../components/IdField.tsx';
import { Failure } from '../../components/Loaded.tsx';
import { useGoTo } from '../../components/navigation.ts';
import { notify } from '../../components/notify.tsx';
import { PageLink } from '../../components/PageHeader.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useKeptForm } from '../../components/use-kept-form.ts';
import { FlowField } from '../flows/FlowField.tsx';
import { widgetQuery, widgetsQuery } from './queries.ts';

const platforms = ['html', 'react', 'wordpress', 'shopify', 'tagManager'] as const;
type Platform = (typeof platforms)[number];

interface Snippet {
  readonly src: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The embed code of each platform. */
const codeOf: Readonly<Record<Platform, (snippet: Snippet) => string>> = {
  html: htmlOf,
  react: ({ src, attributes }) =>
    [
      "import { useEffect } from 'react';",
      '',
      'export function ChatWidget() {',
      '  useEffect(() => {',
      "    const script = document.createElement('script');",
      ...assignments(src, attributes).map((line) => `    ${line}`),
      '    document.body.append(script);',
      '  }, []);',
      '  return null;',
      '}',
    ].join('\n'),
  wordpress: (snippet) =>
    ["add_action('wp_footer', function () {", `  echo '${htmlOf(snippet)}';`, '});'].join('\n'),
  shopify: htmlOf,
  // Tag Manager drops the data attributes of a script element.
  tagManager: ({ src, attributes }) =>
    [
      '<script>',
      "  var script = document.createElement('script');",
      ...assignments(src, attributes).map((line) => `  ${line}`),
      '  document.body.appendChild(script);',
      '</script>',
    ].join('\n'),
};

function htmlOf({ src, attributes }: Snippet): string {
  const data = Object.entries(attributes).map(([name, value]) => ` data-${name}="${value}"`);
  return `<script src="${src}"${data.join('')} async></script>`;
}

const assignments = (src: string, attributes: Snippet['attributes']) => [
  `script.src = '${src}';`,
  'script.async = true;',
  ...Object.entries(attributes).map(([name, value]) => `script.dataset.${name} = '${value}';`),
];

/** Makes the line that shows a widget on a page. */
export function useEmbedCode(): (widgetId: string) => Snippet {
  const { tenantId, addresses } = useConsole();
  return (widgetId) => ({
    src: addresses.widgetUrl,
    attributes: { api: addresses.apiUrl, tenant: tenantId, widget: widgetId },
  });
}

interface Props {
  readonly view: WidgetDetails;
}

/** Shows what a site's pages need to show the widget, for each platform. @see docs/widget.md */
export function Install({ view: { widget, seenAt } }: Props) {
  const { t } = useTranslation('widgets');
  const snippet = useEmbedCode()(widget.id);
  const mailOf = (platform: Platform) => {
    const code = codeOf[platform](snippet);
    const subject = t('code.mailSubject', { widget: widget.appearance?.title ?? widget.id });
    const body = t('code.mailBody', { how: t(`code.how.${platform}`), code });
    return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  };
  return (
    <Stack>
      <Text className={seenAt === null ? 'quiet' : 'good'}>
        {seenAt === null ? (
          t('code.notSeen')
        ) : (
          <>
            {t('code.seen')} <RelativeTime at={seenAt} />
          </>
        )}
      </Text>
      <Tabs defaultValue="html" keepMounted={false}>
        <Tabs.List aria-label={t('code.platform')}>
          {platforms.map((platform) => (
            <Tabs.Tab key={platform} value={platform}>
              {t(`code.platforms.${platform}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {platforms.map((platform) => (
          <Tabs.Panel key={platform} value={platform} pt="md">
            <Stack gap="sm">
              <Text>{t(`code.how.${platform}`)}</Text>
              <pre className="json line" dir="ltr" lang="en">
                {codeOf[platform](snippet)}
              </pre>
              <Group gap="xs">
                <CopyCode code={codeOf[platform](snippet)} />
                <Button
                  component="a"
                  href={mailOf(platform)}
                  variant="default"
                  size="compact-md"
                  leftSection={<IconMail size={16} />}
                >
                  {t('code.send')}
                </Button>
              </Group>
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
      {widget.allowed_origins.length === 0 && <Text className="warn">{t('code.noSites')}</Text>}
      {widget.signing_secret !== undefined && <Text className="warn">{t('code.signed')}</Text>}
    </Stack>
  );
}

interface CopyProps {
  readonly code: string;
  /** Names the button where there are several. */
  readonly label?: string;
}

/** Copies a widget's code, and confirms it. */
export function CopyCode({ code, label }: CopyProps) {
  const { t } = useTranslation('widgets');
  const [isCopied, setCopied] = useState(false);
  return (
    <Group>
      <Button
        variant="default"
        size="compact-md"
        aria-label={label}
        onClick={() => void copyText(code).then(setCopied)}
      >
        {isCopied ? t('code.copied') : t('code.copy')}
      </Button>
    </Group>
  );
}

/** Writes the line of HTML that shows a widget. */
export const lineOf = (snippet: Snippet): string => codeOf.html(snippet);

interface NewWidgetProps {
  /** The flow of the new widget, if it is known. */
  readonly flowId: string | null;
  readonly onClose: () => void;
  /** Stays on the page, which shows the code itself. */
  readonly isInPlace?: boolean;
}

/** Creates a widget of a name, a flow and a site; its page leads on to its code. */
export function NewWidget({ flowId, onClose, isInPlace = false }: NewWidgetProps) {
  const { t } = useTranslation('widgets');
  const { call } = useConsole();
  const goTo = useGoTo();
  const { may } = useRole();
  const form = useKeptForm('widget.new', {
    initialValues: { id: '', flow: flowId ?? '', site: '' },
    schema: widgetSchema,
    toBody: bodyOf,
  });
  const { id, flow, site } = form.values;
  const options = { path: { widgetId: id }, header: { 'if-none-match': '*' }, body: form.body };
  const openPage = () => goTo(`widgets/${encodeURIComponent(id)}${site === '' ? '' : '?tab=code'}`);
  return (
    <FormDialog
      title={t('create.title')}
      button={t('create.button')}
      isReady={flow !== ''}
      form={form}
      send={() => call('PUT', '/v1/admin/widgets/{widgetId}', widgetView, options).catch(notYetTaken)}
      onDone={isInPlace ? onClose : openPage}
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

/** What runs a published flow, with the code of its widget; while nothing does, a widget is created or chosen here. */
export function NextSteps({ flow: { id, usedBy } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('flows');
  const { may } = useRole();
  const [isCreating, setCreating] = useState(false);
  const users = usedBy.filter(({ kind }) => kind !== 'flow');
  const ofWidgets = users.filter(({ kind }) => kind === 'widget');
  if (users.length > 0)
    return (
      <Stack gap="sm">
        <Text>
          {t('next.usedBy')}{' '}
          {users.map(({ kind, id: user }, n) => (
            <span key={`${kind} ${user}`}>
              {n > 0 && ', '}
              {kind === 'widget' ? (
                <PageLink path={`widgets/${user}?tab=code`}>{user}</PageLink>
              ) : (
                <bdi>{user}</bdi>
              )}
            </span>
          ))}
        </Text>
        {ofWidgets[0] && <EmbedCode widgetId={ofWidgets[0].id} />}
      </Stack>
    );
  if (!may('widgets:edit')) return <Text>{t('unused')}</Text>;
  return (
    <Stack gap="sm">
      <Text>{t('next.unused')}</Text>
      <Group gap="sm">
        <Button onClick={() => setCreating(true)}>{t('next.addToWidget')}</Button>
        <ExistingWidget flowId={id} />
      </Group>
      {isCreating && <NewWidget flowId={id} isInPlace onClose={() => setCreating(false)} />}
    </Stack>
  );
}

/** Has a widget that there is run the flow. */
function ExistingWidget({ flowId }: { readonly flowId: string }) {
  const { t } = useTranslation(['flows', 'widgets']);
  const { call } = useConsole();
  const client = useQueryClient();
  const write = useWrite();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: widgets = [] } = useInfiniteQuery(widgetsQuery);
  if (widgets.length === 0) return null;
  const put = (body: Widget, etag: string) => {
    const options = { path: { widgetId: body.id }, header: { 'if-match': etag }, body };
    return call('PUT', '/v1/admin/widgets/{widgetId}', widgetView, options);
  };
  const use = (id: string) =>
    write.send(async () => {
      const { body, etag } = await client.fetchQuery({ ...widgetQuery(id), staleTime: 0 });
      const saved = await put({ ...body.widget, flow: flowId }, etag);
      notify({ text: t('widgets:saved', { widget: id }), undo: () => put(body.widget, saved.etag) });
    });
  return (
    <>
      <Select
        aria-label={t('next.existing')}
        placeholder={t('next.existing')}
        value={chosen}
        onChange={setChosen}
        data={widgets.map(({ widget: { id, flow, appearance } }) => {
          const title = appearance?.title;
          return { value: id, label: `${title ? `${title} (${id})` : id} · ${flow}` };
        })}
        searchable
      />
      <Button
        variant="default"
        disabled={chosen === null}
        loading={write.isPending}
        onClick={() => chosen !== null && void use(chosen)}
      >
        {t('next.use')}
      </Button>
      {write.error && <Failure error={write.error} />}
    </>
  );
}

const untilSeenMs = 5_000;

/** The code of a widget, and whether a page has loaded it. */
function EmbedCode({ widgetId }: { readonly widgetId: string }) {
  const { data } = useQuery({
    ...widgetQuery(widgetId),
    refetchInterval: ({ state }) => state.data?.body.seenAt === null && untilSeenMs,
  });
  return data && <CodeOf key={widgetId} view={data.body} />;
}

function CodeOf({ view }: Props) {
  const { t } = useTranslation('widgets');
  // Stays open when the page loads the widget: the code may still be read.
  const [isNew] = useState(view.seenAt === null);
  return (
    <details className="details" open={isNew}>
      <summary>{t('code.of', { widget: view.widget.id })}</summary>
      <Install view={view} />
    </details>
  );
}
