import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Rows } from '../../../states/Rows.tsx';
import { useEditorTexts } from '../../../texts/editor-texts.ts';
import { compareFlows } from '../../compare/compare-flows.ts';
import { useEditor, useFlow, useSaving } from '../store/editor-context.ts';
import type { Overlap } from './merge-drafts.ts';

const CanvasComparison = lazy(async () => ({
  default: (await import('../../compare/CanvasComparison.tsx')).CanvasComparison,
}));

/** Two have changed the same: each field as it was, mine and theirs, to choose from. Editing goes on behind it. */
export function OverlapPage({ onLater }: { readonly onLater: () => void }) {
  const { saver } = useEditor();
  const { overlaps, who, theirs } = useSaving();
  const { overlap: texts } = useEditorTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const keyOf = ({ path }: Overlap) => path.join('\n');
  const choose = (overlap: Overlap, isTheirs: boolean) =>
    setChosen((before) => {
      const others = [...before].filter((key) => key !== keyOf(overlap));
      return new Set(isTheirs ? [...others, keyOf(overlap)] : others);
    });
  return (
    <section className="overlap" aria-label={texts.title}>
      <Stack>
        <h2>{texts.title}</h2>
        <Text>{texts.what(who)}</Text>
        <div className="sideways">
          <Table>
            <Table.Thead>
              <Table.Tr>
                {[texts.field, texts.before, texts.mine, texts.theirs].map((name) => (
                  <Table.Th key={name} scope="col">
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {overlaps.map((overlap) => {
                const name = nameOf(overlap);
                const isTheirs = chosen.has(keyOf(overlap));
                const option = (value: unknown, label: string, isIt: boolean, isOther: boolean) => (
                  <Table.Td>
                    <label className="overlap-option">
                      <input
                        type="radio"
                        name={name}
                        aria-label={`${name}: ${label}`}
                        checked={isIt}
                        onChange={() => choose(overlap, isOther)}
                      />
                      <Value value={value} />
                    </label>
                  </Table.Td>
                );
                return (
                  <Table.Tr key={name}>
                    <Table.Th scope="row">
                      <bdi>{name}</bdi>
                    </Table.Th>
                    <Table.Td>
                      <Value value={overlap.before} />
                    </Table.Td>
                    {option(overlap.mine, texts.mine, !isTheirs, false)}
                    {option(overlap.theirs, texts.theirs, isTheirs, true)}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
        <Group>
          <Button onClick={() => void saver.resolve(overlaps.filter((one) => chosen.has(keyOf(one))))}>
            {texts.keep}
          </Button>
          <Button variant="default" onClick={onLater}>
            {texts.later}
          </Button>
        </Group>
        {theirs && (
          <details>
            <summary>{texts.picture}</summary>
            <Picture theirs={theirs} />
          </details>
        )}
      </Stack>
    </section>
  );
}

/** What the two have made of the flow, in one picture. */
function Picture({ theirs }: { readonly theirs: NonNullable<ReturnType<typeof useSaving>['theirs']> }) {
  const { flowId } = useEditor();
  const mine = useFlow((document) => document);
  const comparison = useMemo(() => compareFlows(theirs, mine), [theirs, mine]);
  return (
    <Suspense fallback={<Rows />}>
      <CanvasComparison title={flowId} from={theirs} to={mine} comparison={comparison} />
    </Suspense>
  );
}

/** Within the flow, as an author knows it: `menu text`. */
function nameOf({ path }: Overlap): string {
  return path.slice(path[1] === 'steps' ? 2 : 1).join(' ') || String(path[0]);
}

function Value({ value }: { readonly value: unknown }) {
  const { overlap } = useEditorTexts();
  if (value === undefined) return <span className="quiet">{overlap.nothing}</span>;
  return <bdi className="value">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</bdi>;
}
