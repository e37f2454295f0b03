import { vi } from 'vitest';

/** One JSON line of standard output: of the log, or a metric in the embedded metric format. */
export type Line = Readonly<Record<string, unknown>>;

/** Everything that the functions write to standard output, as Lambda would hand it to CloudWatch. */
export interface CapturedLines {
  /** As written, for what no line may hold. */
  text(): string;
  log(): readonly Line[];
  metrics(): readonly Line[];
  stop(): void;
}

/** Captures standard output from now on; tests are silent otherwise. */
export function captureLines(): CapturedLines {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'DEBUG');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const written: string[] = [];
  const write = (text: string | Uint8Array) => {
    written.push(typeof text === 'string' ? text : Buffer.from(text).toString());
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(write),
  );
  const text = () => written.join('');
  const lines = () =>
    text()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): Line => JSON.parse(line));
  return {
    text,
    log: () => lines().filter((line) => 'message' in line),
    metrics: () => lines().filter((line) => '_aws' in line),
    stop: () => spies.forEach((spy) => void spy.mockRestore()),
  };
}

/** The metrics of a line, with each set of dimensions that CloudWatch makes of them. */
export function metricsIn(line: Line | undefined) {
  const { _aws } = line as { readonly _aws: { readonly CloudWatchMetrics: readonly EmfDirective[] } };
  return _aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Metrics.map(({ Name }) => ({ namespace: Namespace, name: Name, dimensionSets: Dimensions })),
  );
}

interface EmfDirective {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string }[];
}
