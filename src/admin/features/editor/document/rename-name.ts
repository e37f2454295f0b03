/** Renames a variable in an expression, except in quotes or after a dot. */
export function renameInExpression(expression: string, from: string, to: string): string {
  return tokensOf(expression)
    .map((token, n, tokens) => (token === from && !isField(tokens, n) ? to : token))
    .join('');
}

/** The same in each `{{ … }}` of a template. */
export function renameInTemplate(template: string, from: string, to: string): string {
  let made = '';
  let rest = template;
  for (;;) {
    const open = rest.indexOf('{{');
    if (open < 0) return made + rest;
    const inside = rest.slice(open + 2);
    const length = lengthOfExpression(inside);
    made += rest.slice(0, open + 2) + renameInExpression(inside.slice(0, length), from, to);
    rest = inside.slice(length);
  }
}

/** Returns the names in an expression, without fields. */
export function namesIn(expression: string): ReadonlySet<string> {
  const tokens = tokensOf(expression);
  return new Set(tokens.filter((token, n) => /^[A-Za-z_]/.test(token) && !isField(tokens, n)));
}

/** The names in the expressions of a template. */
export function namesInTemplate(template: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (let rest = template; rest.includes('{{'); ) {
    const inside = rest.slice(rest.indexOf('{{') + 2);
    const length = lengthOfExpression(inside);
    for (const name of namesIn(inside.slice(0, length))) names.add(name);
    rest = inside.slice(length);
  }
  return names;
}

/** Texts in quotes, names, and everything between them. */
function tokensOf(expression: string): string[] {
  return (
    expression.match(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[A-Za-z_]\w*|\d[\w.]*|\s+|[^\sA-Za-z_"'\d]/gs) ??
    []
  );
}

function isField(tokens: readonly string[], n: number): boolean {
  const before = tokens.slice(0, n).findLast((token) => token.trim() !== '');
  return before === '.';
}

/** Up to the first `}}` outside of quotes and braces. */
function lengthOfExpression(text: string): number {
  let depth = 0;
  let at = 0;
  for (const token of tokensOf(text)) {
    if (depth === 0 && text.startsWith('}}', at)) return at;
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    at += token.length;
  }
  return text.length;
}
