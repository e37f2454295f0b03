import { routes } from '../../../src/contract/routes.ts';

type Texts = Readonly<Record<string, string>>;

/** A request and its answer, as far as a document of the API speaks of them. */
export interface Exchange {
  /** `GET /v1/…/{id}` */
  readonly route: string;
  readonly query: Texts;
  /** Names in lower case. */
  readonly headers: Texts;
  /** What was sent; null for nothing, or for what is no JSON. */
  readonly body: unknown;
  readonly status: number;
  readonly answerHeaders: Texts;
  /** What was answered, as it was sent. */
  readonly answer: string;
}

interface HttpEvent {
  readonly routeKey?: string;
  readonly headers?: Texts;
  readonly queryStringParameters?: Texts;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

interface HttpResult {
  readonly statusCode?: number;
  readonly headers?: Texts;
  readonly body?: string;
}

const described = new Set(
  routes.filter(({ method }) => method !== 'OPTIONS').map(({ method, path }) => `${method} ${path}`),
);

/** What a function was asked and answered; null for what is no operation of the API, as a browser's own questions are. */
export function exchangeOf(event: unknown, result: unknown): Exchange | null {
  const { routeKey = '', headers, queryStringParameters, ...sent } = (event ?? {}) as HttpEvent;
  const { statusCode, headers: answerHeaders, body: answer = '' } = (result ?? {}) as HttpResult;
  if (!described.has(routeKey) || statusCode === undefined) return null;
  return {
    route: routeKey,
    query: queryStringParameters ?? {},
    headers: lowerCased(headers),
    body: bodyOf(sent),
    status: statusCode,
    answerHeaders: lowerCased(answerHeaders),
    answer,
  };
}

function bodyOf({ body, isBase64Encoded }: HttpEvent): unknown {
  if (body === undefined) return null;
  try {
    return JSON.parse(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8'));
  } catch {
    return null;
  }
}

const lowerCased = (headers: Texts = {}): Texts =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
