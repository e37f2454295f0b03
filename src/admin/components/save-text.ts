/** Has the browser save a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Has the browser save rows as a file of comma-separated values, which spreadsheets read as UTF-8. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  saveText(`${name}.csv`, 'text/csv', `\uFEFF${csvOf(rows)}`);
}

/** Writes rows as comma-separated values. @see RFC 4180 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `${rows.map((row) => row.map(fieldOf).join(',')).join('\r\n')}\r\n`;
}

/** Escapes values that a spreadsheet would read as formulas. */
function fieldOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,\s]+\p{L}*%?$/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Has the browser save a value as a file of JSON. */
export function saveJson(name: string, value: unknown): void {
  saveText(`${name}.json`, 'application/json', `${JSON.stringify(value, null, 2)}\n`);
}
