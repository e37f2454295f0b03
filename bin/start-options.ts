import { parseCommandLine, UsageError } from './command-line.ts';

/** The options of `npm start`. */
export interface StartOptions {
  readonly help: boolean;
  readonly port: number;
  /** The sign-in's: the one after the gateway's, so that with a known port it is known too. */
  readonly signInPort: number;
  readonly dataDir?: string;
  /** Whether two-factor authentication is required. */
  readonly mfa: 'on' | 'optional';
  /** The environment, with the endpoints that the command line gives. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const defaultPort = 3000;
const lastPort = 65_535;

/** Option by option, the SDK's own variable for the endpoint that it replaces. */
const endpoints = {
  'dynamodb-endpoint': 'AWS_ENDPOINT_URL_DYNAMODB',
  'sqs-endpoint': 'AWS_ENDPOINT_URL_SQS',
  'eventbridge-endpoint': 'AWS_ENDPOINT_URL_EVENTBRIDGE',
  'secrets-manager-endpoint': 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
} as const;

/** The output of `--help`. */
export const startHelp = `Runs the gateway on this machine, with everything it needs embedded.

  npm start -- [options]

  --port PORT   where to listen on 127.0.0.1 (${defaultPort}, or the environment's PORT; 0 picks a free port);
                the sign-in page takes the next one
  --mfa on      all users set up an authenticator app at the next sign-in, as in production (optional)
  --data DIR    keep the data there; without it, stopping deletes everything
  --help        this text

An embedded service is not started if an option or the environment sets its endpoint:

${Object.entries(endpoints)
  .map(([option, variable]) => `  --${option} URL`.padEnd(34) + variable)
  .join('\n')}

Ctrl-C finishes open requests and stops; a second one stops at once.`;

/**
 * Reads the command line and the environment.
 * @throws UsageError with what is wrong
 */
export function readStartOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StartOptions {
  const values = parse(args);
  const port = Number(values.port ?? env.PORT ?? defaultPort);
  if (!Number.isInteger(port) || port < 0 || port > lastPort)
    throw new UsageError(`The port must be a number from 0 to ${lastPort}.`);
  if (values.data === '') throw new UsageError('--data needs the name of a directory.');
  const mfa = values.mfa ?? 'optional';
  if (mfa !== 'on' && mfa !== 'optional') throw new UsageError('--mfa is on or optional.');
  const given = Object.entries(endpoints).flatMap(([option, variable]) => {
    const url = values[option];
    if (typeof url !== 'string') return [];
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new UsageError(`--${option} must be an http or https address.`);
    return [[variable, url] as const];
  });
  return {
    help: values.help === true,
    port,
    mfa,
    signInPort: port === 0 || port === lastPort ? 0 : port + 1,
    ...(typeof values.data === 'string' && { dataDir: values.data }),
    env: { ...env, ...Object.fromEntries(given) },
  };
}

function parse(args: readonly string[]): Readonly<Record<string, string | boolean | undefined>> {
  const text = { type: 'string' } as const;
  const { values } = parseCommandLine(args, {
    port: text,
    data: text,
    mfa: text,
    ...Object.fromEntries(Object.keys(endpoints).map((option) => [option, text])),
  });
  return values;
}
