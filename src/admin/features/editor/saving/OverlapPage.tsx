import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Rows } from '../../../components/Loaded.tsx';
import { compareFlows } from '../../flows/compare/compare-flows.ts';
import { useEditor, useFlow, useSaver, useSaving } from '../store/editor-context.ts';
import type { Overlap } from './merge-drafts.ts';

const CanvasComparison = lazy(async () => ({
  default: (await import('../../flows/compare/ComparePage.tsx')).CanvasComparison,
}));

/** Shows conflicting edits field by field: original, mine and theirs, to choose from. Editing continues behind it. */
export function OverlapPage({ onLater }: { readonly onLater: () => void }) {
  const saver = useSaver();
  const { overlaps, who, theirs } = useSaving();
  const { t } = useTranslation('editor');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const keyOf = ({ path }: Overlap) => path.join('\n');
  const choose = (overlap: Overlap, isTheirs: boolean) =>
    setChosen((before) => {
      const others = [...before].filter((key) => key !== keyOf(overlap));
      return new Set(isTheirs ? [...others, keyOf(overlap)] : others);
    });
  return (
    <section className="overlap" aria-label={t('overlap.title')}>
      <Stack>
        <h2>{t('overlap.title')}</h2>
        <Text>{t('overlap.what', { who: who ?? t('said.someoneElse') })}</Text>
        <div className="sideways">
          <Table>
            <Table.Thead>
              <Table.Tr>
                {[t('overlap.field'), t('overlap.before'), t('overlap.mine'), t('overlap.theirs')].map(
                  (name) => (
                    <Table.Th key={name} scope="col">
                      {name}
                    </Table.Th>
                  ),
                )}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {overlaps.map((overlap) => {
                const name = nameOf(overlap);
                const isTheirs = chosen.has(keyOf(overlap));
                const option = (value: unknown, label: string, isIt: boolean, isOther: boolean) => (
                  <Table.Td>
                    <Group component="label" gap="xs" align="flex-start" wrap="nowrap">
                      <input
                        type="radio"
                        name={name}
                        aria-label={`${name}: ${label}`}
                        checked={isIt}
                        onChange={() => choose(overlap, isOther)}
                      />
                      <Value value={value} />
                    </Group>
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
                    {option(overlap.mine, t('overlap.mine'), !isTheirs, false)}
                    {option(overlap.theirs, t('overlap.theirs'), isTheirs, true)}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
        <Group>
          <Button onClick={() => void saver.resolve(overlaps.filter((one) => chosen.has(keyOf(one))))}>
            {t('overlap.keep')}
          </Button>
          <Button variant="default" onClick={onLater}>
            {t('overlap.later')}
          </Button>
        </Group>
        {theirs && (
          <details>
            <summary>{t('overlap.picture')}</summary>
            <Picture theirs={theirs} />
          </details>
        )}
      </Stack>
    </section>
  );
}

/** The differences of both versions on one canvas. */
function Picture({ theirs }: { readonly theirs: NonNullable<ReturnType<typeof useSaving>['theirs']> }) {
  const { flowId } = useEditor();
  const mine = useFlow((document) => document);
  const comparison = useMemo(() => compareFlows(theirs, mine), [theirs, mine]);
  return (
    <Suspense fallback={<Rows />}>
      <CanvasComparison flowId={flowId} from={theirs} to={mine} comparison={comparison} />
    </Suspense>
  );
}

/** The path as authors know it: `menu text`. */
function nameOf({ path }: Overlap): string {
  return path.slice(path[1] === 'steps' ? 2 : 1).join(' ') || String(path[0]);
}

function Value({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('editor');
  if (value === undefined) return <span className="quiet">{t('overlap.nothing')}</span>;
  return <bdi className="value">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</bdi>;
}
