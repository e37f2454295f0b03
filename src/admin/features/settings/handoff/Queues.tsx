import { Button, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { HandoffSettingsView } from '../../../../contract/admin/handoff-settings.ts';
import { limits } from '../../../../contract/limits.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { useKeptState } from '../../../components/kept-state.ts';
import { PageLink } from '../../../components/PageLink.tsx';
import { nameFault, queuesShown, type Typed, withoutQueue, withQueue } from './settings-form.ts';

/** The queues that visitors wait in, with the flows that name them; one is added by its name, or taken away where no flow does. */
export function Queues({
  stored,
  typed,
  onChange,
}: {
  readonly stored: HandoffSettingsView;
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
}) {
  const { t } = useTranslation(['settings', 'common']);
  const [name, setName, forgetName] = useKeptState('humans.queue');
  const queues = queuesShown(stored, typed);
  const wanted = name.trim();
  const fault = wanted === '' ? null : nameFault(wanted, queues);
  const add = () => {
    if (wanted === '' || fault !== null) return;
    onChange(withQueue(typed, wanted));
    forgetName();
  };
  return (
    <Stack>
      <Title order={2} size="h4">
        {t('handoff.queues')}
      </Title>
      <DataTable
        title={t('handoff.queues')}
        columns={[t('handoff.queue'), t('handoff.flows'), t('common:action')]}
      >
        {[...new Set(['default', ...queues])].map((queue) => {
          const flows = stored.usedBy.filter((user) => user.queue === queue).map((user) => user.flow);
          return (
            <Table.Tr key={queue}>
              <Table.Td className="who-cell">
                <bdi>{queue}</bdi>
              </Table.Td>
              <Table.Td data-label={t('handoff.flows')}>
                <Flows flows={flows} />
              </Table.Td>
              <Table.Td>
                {queue === 'default' || flows.length > 0 ? (
                  <span className="quiet">
                    {queue === 'default' ? t('handoff.always') : t('handoff.named')}
                  </span>
                ) : (
                  <Button
                    variant="default"
                    size="compact-sm"
                    onClick={() => onChange(withoutQueue(typed, queue))}
                  >
                    {t('handoff.remove', { queue })}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </DataTable>
      <Text className="quiet">{t('handoff.removed')}</Text>
      <Group align="flex-end">
        <TextInput
          className="long-field"
          label={t('handoff.add')}
          description={t('handoff.addHint')}
          error={fault && t(`handoff.faults.${fault}`)}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Of this field, not of the form around it.
            event.preventDefault();
            add();
          }}
          maxLength={limits.identifierChars}
          autoComplete="off"
          dir="ltr"
        />
        <Button variant="default" disabled={wanted === '' || fault !== null} onClick={add}>
          {t('handoff.addButton')}
        </Button>
      </Group>
    </Stack>
  );
}

function Flows({ flows }: { readonly flows: readonly string[] }) {
  const { t } = useTranslation('settings');
  if (flows.length === 0) return <span className="quiet">{t('handoff.none')}</span>;
  return flows.map((flow, n) => (
    <span key={flow}>
      {n > 0 && ', '}
      <PageLink path={`flows/${encodeURIComponent(flow)}`}>{flow}</PageLink>
    </span>
  ));
}
