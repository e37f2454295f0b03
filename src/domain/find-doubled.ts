/** Where names stand that stand before already. */
export function findDoubled(names: readonly string[]): number[] {
  return names.flatMap((name, n) => (name !== '' && names.indexOf(name) !== n ? [n] : []));
}
