import type { ChartData } from './chart-data.ts';

/** A table as a file of comma-separated values. @see RFC 4180 */
export function toCsv({ axis, series, points }: ChartData): string {
  const rows = [
    [axis, ...series.map(({ name }) => name)],
    ...points.map(({ name, cells }) => [name, ...cells.map(({ text }) => text)]),
  ];
  return `${rows.map((row) => row.map(fieldOf).join(',')).join('\r\n')}\r\n`;
}

/** What a spreadsheet would take for a formula is told to be a text. */
function fieldOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,\s]+\p{L}*%?$/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
