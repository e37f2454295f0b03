import { Button, Table } from '@mantine/core';
import type { ServiceKey } from '../../contract/service/keys.ts';
import { StackingTable } from '../app/StackingTable.tsx';
import { useTimes } from '../app/use-times.ts';
import { useTexts } from '../texts/texts.ts';

/** As much of a key as tells it from others. */
const beginningOf = ({ id }: ServiceKey) => `mgw_${id.slice(0, 6)}…`;

/** Keys with what they allow, who made them and when they were last used. */
export function KeyTable({
  found,
  onRevoke,
}: {
  readonly found: readonly ServiceKey[];
  readonly onRevoke: (key: ServiceKey) => void;
}) {
  const { frame, serviceKeys } = useTexts();
  const { moment } = useTimes();
  const endOf = ({ expiresAt }: ServiceKey) => {
    if (expiresAt === null) return <span className="quiet">{serviceKeys.endsNever}</span>;
    const isOver = Date.parse(expiresAt) <= Date.now();
    return isOver ? <span className="bad">{serviceKeys.ended}</span> : moment(expiresAt);
  };
  return (
    <StackingTable
      title={serviceKeys.title}
      columns={[
        serviceKeys.name,
        serviceKeys.may,
        serviceKeys.made,
        serviceKeys.used,
        serviceKeys.ends,
        frame.action,
      ]}
    >
      {found.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td className="who-cell">
            <bdi>{key.name}</bdi>{' '}
            <bdi className="quiet" dir="ltr">
              {beginningOf(key)}
            </bdi>
          </Table.Td>
          <Table.Td data-label={serviceKeys.may}>
            {key.capabilities.map((capability) => (
              <div key={capability}>{serviceKeys.capabilities[capability]}</div>
            ))}
          </Table.Td>
          <Table.Td data-label={serviceKeys.made}>
            {serviceKeys.madeBy(moment(key.createdAt), key.by.email ?? key.by.id)}
          </Table.Td>
          <Table.Td data-label={serviceKeys.used}>
            {key.lastUsedAt === null ? (
              <span className="quiet">{serviceKeys.never}</span>
            ) : (
              moment(key.lastUsedAt)
            )}
          </Table.Td>
          <Table.Td data-label={serviceKeys.ends}>{endOf(key)}</Table.Td>
          <Table.Td>
            <Button variant="default" size="compact-sm" onClick={() => onRevoke(key)}>
              {serviceKeys.revoke.open(key.name)}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </StackingTable>
  );
}
