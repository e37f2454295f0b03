import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

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

/**
 * Copies a text. Pages on plain HTTP and in web views have no clipboard API; the older command needs no
 * permission.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.className = 'only-read';
  // Within the dialog that is open, if one is: what is outside of it can't be selected.
  (document.querySelector('[role=dialog]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
