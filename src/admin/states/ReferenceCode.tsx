import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { copyText } from '../app/copy-text.ts';
import { useTexts } from '../texts/texts.ts';

/** A code that is to be handed on, with a button that copies it. */
export function ReferenceCode({ code }: { readonly code: string }) {
  const { states } = useTexts();
  const [isCopied, setCopied] = useState(false);
  return (
    <span className="reference">
      {states.code} <Code>{code}</Code>{' '}
      <Button variant="default" size="compact-xs" onClick={() => void copyText(code).then(setCopied)}>
        {isCopied ? states.copied : states.copy}
      </Button>
    </span>
  );
}
