import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { WidgetView } from '../../contract/admin/widgets.ts';
import type { Widget } from '../../contract/directory.ts';
import { Dialog } from '../app/Dialog.tsx';
import { useTexts } from '../texts/texts.ts';
import { changedPaths, type HoursOfDays, isHoursOfDays, valueAt } from './edits.ts';

/** Somebody else was faster: what they saved beside what was typed here, field by field. @see console.md 4 "Conflict" */
export function ConflictDialog({
  view: { widget: theirs, by },
  mine,
  onKeepMine,
  onKeepTheirs,
  onClose,
}: {
  readonly view: WidgetView;
  readonly mine: Widget;
  readonly onKeepMine: () => void;
  readonly onKeepTheirs: () => void;
  readonly onClose: () => void;
}) {
  const { widgets, flows, frame } = useTexts();
  const { conflict } = widgets;
  const labels: Readonly<Partial<Record<string, { readonly label: string }>>> = widgets.fields;
  const paths = changedPaths(theirs, mine);
  return (
    <Dialog title={conflict.title} onClose={onClose}>
      <Stack>
        <Text>{conflict.who(by?.email ?? by?.id ?? flows.someone)}</Text>
        {paths.length === 0 ? (
          <Text>{conflict.same}</Text>
        ) : (
          <div className="sideways">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{conflict.field}</Table.Th>
                  <Table.Th scope="col">{conflict.theirs}</Table.Th>
                  <Table.Th scope="col">{conflict.mine}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {paths.map((path) => (
                  <Table.Tr key={path}>
                    <Table.Td>{labels[path]?.label ?? path}</Table.Td>
                    <Table.Td>
                      <Value value={valueAt(theirs, path)} />
                    </Table.Td>
                    <Table.Td>
                      <Value value={valueAt(mine, path)} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {frame.cancel}
          </Button>
          <Button variant="default" onClick={onKeepTheirs}>
            {conflict.keepTheirs}
          </Button>
          <Button onClick={onKeepMine} disabled={paths.length === 0}>
            {conflict.keepMine}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const { conflict } = useTexts().widgets;
  if (value === undefined) return <span className="quiet">{conflict.nothing}</span>;
  return <bdi className="value">{isHoursOfDays(value) ? linesOf(value) : wordsOf(value)}</bdi>;
}

const wordsOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value));

const linesOf = (hours: HoursOfDays) =>
  Object.entries(hours)
    .map(([day, ranges]) => `${day} ${ranges.join(', ')}`)
    .join('\n');
