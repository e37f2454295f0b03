import { AwsError } from './json-endpoint.ts';

const equality = /^\$\.(\w+) = "([^"\\]*)"$/;

/**
 * Whether a line passes a filter pattern: of JSON, with `&&` of equal texts or of `||` in parentheses. Other patterns
 * of CloudWatch are refused rather than misread.
 * @throws AwsError for a pattern that is not of these
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export function logPatternTest(pattern: string): (line: string) => boolean {
  if (pattern === '') return () => true;
  const [, inner] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  if (inner === undefined) throw refused();
  const every = inner.split(' && ').map((part) => {
    const [, choices] = /^\((.+)\)$/.exec(part) ?? [];
    return (choices?.split(' || ') ?? [part]).map(equalityOf);
  });
  return (line) => {
    const fields = fieldsOf(line);
    return every.every((some) => some.some(([name, value]) => fields[name] === value));
  };
}

function equalityOf(text: string): readonly [string, string] {
  const [, name, value] = equality.exec(text) ?? [];
  if (name === undefined || value === undefined) throw refused();
  return [name, value];
}

const refused = () =>
  new AwsError('InvalidParameterException', 'Invalid filter pattern for this local service');

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(line);
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
}
