import { Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import type { Json } from '../../../../engine/interfaces.ts';
import { SmallButton } from '../../../components/RowMenu.tsx';
import { isObject } from '../document/document.ts';
import { parsed } from './AskedCall.tsx';

/** The start of a test chat, and its variables. */
export interface Start {
  readonly stepId: string;
  readonly variables: { readonly [name: string]: Json };
}

interface StartHereProps {
  readonly definition: DraftContent['definition'];
  readonly onBegin: (start: Start) => void;
}

/** Begins a chat in the middle of the flow, with variables as they would be there. */
export function StartHere({ definition, onBegin }: StartHereProps) {
  const { t } = useTranslation('tests');
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('{}');
  const ids = Object.keys(isObject(definition.steps) ? definition.steps : {});
  const stepId = ids.includes(chosen) ? chosen : (ids[0] ?? '');
  const given = parsed(typed);
  const variables = isObject(given) ? (given as Start['variables']) : null;
  return (
    <details className="details">
      <summary>{t('chat.startHere')}</summary>
      <Stack gap="xs">
        <Select
          label={t('chat.startAt')}
          data={ids}
          value={stepId}
          dir="ltr"
          searchable
          allowDeselect={false}
          onChange={(id) => setChosen(id ?? '')}
        />
        <Textarea
          label={t('chat.startWith')}
          error={variables === null && t('chat.badVariables')}
          value={typed}
          rows={2}
          dir="ltr"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div>
          <SmallButton
            disabled={variables === null || stepId === ''}
            onClick={() => variables && onBegin({ stepId, variables })}
          >
            {t('chat.startHere')}
          </SmallButton>
        </div>
      </Stack>
    </details>
  );
}
