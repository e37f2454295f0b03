import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.ts';

/** A line that is to be pasted elsewhere, with the button that copies it. */
export function CopyLine({ name, line }: { readonly name: string; readonly line: string }) {
  const { t } = useTranslation('common');
  const [isCopied, setCopied] = useState(false);
  return (
    <div>
      <Text fw={600}>{name}</Text>
      <Group>
        <pre className="json line" dir="ltr">
          {line}
        </pre>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${t('copy')}: ${name}`}
          onClick={() => void copyText(line).then(setCopied)}
        >
          {isCopied ? t('copied') : t('copy')}
        </Button>
      </Group>
    </div>
  );
}
