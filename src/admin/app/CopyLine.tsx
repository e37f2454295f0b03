import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { copyText } from './copy-text.ts';

/** A line that is to be pasted elsewhere, with the button that copies it. */
export function CopyLine({ name, line }: { readonly name: string; readonly line: string }) {
  const { states } = useTexts();
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
          aria-label={`${states.copy}: ${name}`}
          onClick={() => void copyText(line).then(setCopied)}
        >
          {isCopied ? states.copied : states.copy}
        </Button>
      </Group>
    </div>
  );
}
