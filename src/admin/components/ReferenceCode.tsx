import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.ts';

/** A code that is to be handed on, with a button that copies it. */
export function ReferenceCode({ code }: { readonly code: string }) {
  const { t } = useTranslation('common');
  const [isCopied, setCopied] = useState(false);
  return (
    <span className="reference">
      {t('code')} <Code>{code}</Code>{' '}
      <Button variant="default" size="compact-xs" onClick={() => void copyText(code).then(setCopied)}>
        {isCopied ? t('copied') : t('copy')}
      </Button>
    </span>
  );
}
