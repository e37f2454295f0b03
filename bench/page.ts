import { type Row, ratioOf, tableOf } from './row.ts';

/** What one run found. */
export interface Results {
  /** Node, processors and load of the run. */
  readonly machine: string;
  /** The commit that was measured beside today's. */
  readonly before?: string;
  readonly rows: readonly Row[];
}

const chart = 'images/performance/ratios.svg';

/** `docs/performance.md` and its chart, by their paths below `docs`. */
export function performancePage({ machine, before, rows }: Results): Readonly<Record<string, string>> {
  const floors = rows.flatMap(({ name, floorIs }) => (floorIs ? [`- ${name}: ${floorIs}`] : []));
  const peers = rows.flatMap((row) =>
    Object.entries(row.peers ?? {}).map(
      ([name, value]) => `- ${row.name}, by ${name}: ${value.toFixed(1)} ${row.unit}`,
    ),
  );
  const page = `# Performance

Made by \`npm run bench -- --write${before ? ` --before ${before}` : ''}\` on one machine (${machine}); \`bench/results.json\` has the figures. Counts are the same on every machine, and tests in CI enforce their budgets. Times are processor time, of which only ratios matter: each round measures the floor, this commit${before ? ', the earlier commit' : ''} and peers in turn, and the table has the median of the rounds. A floor is the least that could do the same; see \`bench/rows\`.

${tableOf(rows)}

![Each figure as a multiple of its floor](${chart})

## Floors

${floors.join('\n')}
${peers.length > 0 ? `\n## Others\n\nWhat others take for the same in memory, with nothing stored or bounded:\n\n${peers.join('\n')}\n` : ''}
Run it yourself: \`npm run bench\` prints the table, \`npm run bench -- --before COMMIT\` measures an earlier commit beside it, \`npm ci --prefix bench/peers\` installs the peers first. \`npm run bench:bodies\` measures a webhook body of a thousand messages, \`npm run bench:canvas\` the frames of a drawn flow of 200 steps.
`;
  return { 'performance.md': page, [chart]: ratiosChart(rows) };
}

const width = 860;
const line = 34;
const left = 330;

/** Bars on a logarithmic scale: ours, and what it was before. */
function ratiosChart(rows: readonly Row[]): string {
  const shown = rows.filter((row) => ratioOf(row) !== undefined);
  const most = Math.max(...shown.flatMap((row) => [ratioOf(row) ?? 1, (row.before ?? 0) / (row.floor ?? 1)]));
  const scale = (ratio: number) =>
    (Math.log10(Math.max(1.02, ratio)) / Math.log10(most * 1.2)) * (width - left - 70);
  const bar = (y: number, ratio: number, fill: string, height: number) =>
    `<rect x="${left}" y="${y}" width="${scale(ratio).toFixed(1)}" height="${height}" rx="2" fill="${fill}"/><text x="${(left + scale(ratio) + 6).toFixed(1)}" y="${y + height - 1}" font-size="11">${ratio.toFixed(1)}×</text>`;
  const bars = shown.map((row, n) => {
    const y = 40 + n * line;
    const was = row.before && row.floor ? row.before / row.floor : null;
    const label = `<text x="${left - 10}" y="${y + 14}" text-anchor="end">${escaped(row.name)}</text>`;
    return [
      label,
      bar(y + 2, ratioOf(row) ?? 1, '#2563eb', 11),
      was ? bar(y + 16, was, '#94a3b8', 9) : '',
    ].join('');
  });
  const height = 50 + shown.length * line;
  const hasBefore = shown.some(({ before }) => before !== undefined);
  const title = `Multiples of the floor, logarithmic${hasBefore ? ': today (blue), before (grey)' : ''}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13" fill="#334155"><rect width="100%" height="100%" fill="#ffffff"/><text x="20" y="24" font-weight="600">${title}</text>${bars.join('')}</svg>\n`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
