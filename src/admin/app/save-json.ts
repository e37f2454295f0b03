/** Has the browser save a value as a file of JSON. */
export function saveJson(name: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.json` });
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
