import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Widget } from '../../../contract/directory.ts';
import { useConsole } from '../../components/console-context.ts';
import { copyText } from '../../components/copy-text.ts';

/** The line that a site's pages need to show the widget. @see docs/widget.md */
export function Snippet({ widget }: { readonly widget: Widget }) {
  const { t } = useTranslation('widgets');
  const { tenantId, addresses } = useConsole();
  const [isCopied, setCopied] = useState(false);
  const line = `<script src="${addresses.widgetUrl}" data-api="${addresses.apiUrl}" data-tenant="${tenantId}" data-widget="${widget.id}" async></script>`;
  return (
    <Stack>
      <Text>{t('code.what')}</Text>
      <pre className="json line" dir="ltr" lang="en">
        {line}
      </pre>
      <Group>
        <Button variant="default" onClick={() => void copyText(line).then(setCopied)}>
          {isCopied ? t('code.copied') : t('code.copy')}
        </Button>
      </Group>
      {widget.allowed_origins.length === 0 && <Text className="warn">{t('code.noSites')}</Text>}
      {widget.signing_secret !== undefined && <Text className="warn">{t('code.signed')}</Text>}
    </Stack>
  );
}
