/** The functions' environment on a laptop; what is given wins. @see design 8 */
export function localEnvironment(
  endpoints: Readonly<Record<string, string>>,
  httpOrigins: readonly string[],
  given: Readonly<Record<string, string | undefined>>,
) {
  return {
    STAGE: 'local',
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: localKeys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localKeys.secretAccessKey,
    PATIENCE: '5',
    TABLE_PREFIX: tablePrefix,
    EVENT_BUS_NAME: busName,
    WEBHOOK_VERIFY_TOKENS: 'development-only-verify-token',
    TENANT_SECRET_PREFIX: 'gateway/tenants/',
    FILES_BUCKET: filesBucket,
    ID_SECRET: 'a key for a laptop only',
    ADMIN_ORIGINS: '',
    MAIL_FROM: 'gateway@localhost.example',
    ALLOWED_HTTP_ORIGINS: httpOrigins.join(','),
    ...given,
    ...endpoints,
  };
}

/** The credentials that the embedded services accept by default. */
export const localKeys = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The bus, as long as no `EVENT_BUS_NAME` is given. */
export const busName = 'messaging-gateway';

/** The bucket of people's files, as long as no `FILES_BUCKET` is given. */
export const filesBucket = 'gateway-files';

/** The tables, as long as no `TABLE_PREFIX` is given. */
export const tablePrefix = 'gateway-';

/** Something that runs until it is stopped. */
interface Part {
  stop(): Promise<void>;
}

/** The started parts, in order. */
export interface StartedParts {
  keep<T extends Part>(part: T): T;
  /**
   * Stops the parts, the last one first, each once; one that fails to stop keeps no other from it.
   * @throws AggregateError of the failures
   */
  stop(): Promise<void>;
}

/** Remembers what has been started, so that all of it is stopped whether the start went well or not. */
export function startedParts(): StartedParts {
  const parts: Part[] = [];
  let stopped: Promise<void> | undefined;
  const stopAll = async () => {
    const failures: unknown[] = [];
    for (const part of parts.splice(0).reverse())
      await part.stop().catch((error: unknown) => void failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'not everything stopped');
  };
  return {
    keep(part) {
      parts.push(part);
      return part;
    },
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}
