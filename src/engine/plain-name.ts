/** Words that are something else than a variable to CEL: its literals, its types and packages, and what it keeps for itself. */
const otherWords: ReadonlySet<string> = new Set(
  [
    'true false null in',
    'string bool int uint double map list bytes null_type type dyn optional google cel',
    'as break const continue else for function if import let loop package namespace return var void while',
    '__proto__ prototype',
  ].flatMap((words) => words.split(' ')),
);

/** The variable that is all of an expression, told without reading it as CEL; undefined for any other. */
export function nameIn(expression: string): string | undefined {
  const [, name] = /^[ \t\r\n]*([A-Za-z_]\w*)[ \t\r\n]*$/.exec(expression) ?? [];
  return name !== undefined && !otherWords.has(name) ? name : undefined;
}
