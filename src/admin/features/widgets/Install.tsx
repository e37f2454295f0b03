import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import IconMail from '@tabler/icons-react/icons/IconMail';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WidgetDetails } from '../../../contract/admin/widgets.ts';
import { copyText } from '../../components/CopyLine.tsx';
import { useConsole } from '../../components/console-context.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';

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
