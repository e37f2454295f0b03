import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../document/document.ts';
import { isSame } from '../saving/merge-drafts.ts';
import { ProblemText } from './ProblemText.tsx';

interface JsonFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly fault?: string | undefined;
  readonly rows?: number;
}

/** A value as JSON; while it is none, what is typed stays here and the flow keeps what it had. */
export function JsonField({ label, description, value, onChange, fault, rows = 4 }: JsonFieldProps) {
  const { t } = useTranslation('editor');
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? undefined : parse(typed);
  const isShownTyped = typed !== null && (read === undefined || isSame(read.value, value));
  const text = isShownTyped ? typed : value === undefined ? '' : JSON.stringify(value, null, 2);
  const isBroken = isShownTyped && read === undefined;
  return (
    <Textarea
      {...{ label, description, rows }}
      value={text}
      dir="ltr"
      spellCheck={false}
      className="field-code"
      error={isBroken ? t('json.notJson') : fault && <ProblemText fault={fault} />}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        const parsed = parse(next);
        if (parsed) onChange(parsed.value);
      }}
    />
  );
}

function parse(text: string): { readonly value: Json | undefined } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}
