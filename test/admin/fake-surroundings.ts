import type { Surroundings } from '../../src/admin/auth/surroundings.ts';
import type { AdminSettings } from '../../src/contract/docs.ts';

export const settings: AdminSettings = {
  clientId: 'the-client',
  authUrl: 'https://sign-in.example',
  issuer: 'https://issuer.example/pool',
  apiUrl: 'https://api.example',
  widgetUrl: 'https://web.example/widget/widget.js',
};

/** Well before the end of time, so that tokens made with it pass the checks of today. */
export const nowS = Math.floor(Date.now() / 1000);

type Answer = (form: URLSearchParams, headers: Headers) => Response | Promise<Response>;

export interface FakeSurroundings extends Surroundings {
  /** What the tab holds. */
  readonly held: Map<string, string>;
  /** Addresses that it left for. */
  readonly left: string[];
  /** Paths that were asked, in order. */
  readonly asked: string[];
}

/** A tab without a browser: a map for its storage, a table of answers for the network. */
export function fakeSurroundings(answers: Readonly<Record<string, Answer>> = {}): FakeSurroundings {
  const held = new Map<string, string>();
  const left: string[] = [];
  const asked: string[] = [];
  let drawn = 0;
  return {
    held,
    left,
    asked,
    storage: {
      getItem: (key) => held.get(key) ?? null,
      setItem(key, value) {
        held.set(key, value);
        return true;
      },
      removeItem: (key) => void held.delete(key),
      clear: () => held.clear(),
    },
    async fetch(address, init) {
      const { pathname } = new URL(String(address));
      asked.push(pathname);
      const answer = answers[pathname];
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return answer(new URLSearchParams(String(init?.body ?? '')), new Headers(init?.headers));
    },
    nowS: () => nowS,
    randomBytes: (length) => Uint8Array.from({ length }, () => (drawn++ * 89 + 251) % 256),
    go: (address) => void left.push(address),
    appUrl: 'https://admin.example/',
  };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token in shape; who takes it from the token endpoint need not check the signature. */
export function tokenOf(claims: object): string {
  return `${part({ alg: 'RS256', kid: '1' })}.${part(claims)}.c2ln`;
}

/** What the token endpoint answers, with some claims of the ID token changed. */
export function tokenAnswer(options: {
  readonly nonce?: string;
  readonly exp?: number;
  readonly idClaims?: object;
  readonly without?: readonly string[];
}): Response {
  const { nonce, exp = nowS + 3600, idClaims = {}, without = [] } = options;
  const idToken = {
    iss: settings.issuer,
    aud: settings.clientId,
    sub: 'user-1',
    exp: nowS + 3600,
    iat: nowS,
    nonce,
    email: 'zoë@acme.example',
    ...idClaims,
  };
  const body = {
    id_token: tokenOf(idToken),
    access_token: tokenOf({ exp, use: 'access' }),
    refresh_token: 'refresh-1',
    expires_in: 3600,
    token_type: 'Bearer',
  };
  return Response.json(Object.fromEntries(Object.entries(body).filter(([name]) => !without.includes(name))));
}

/** What the API says of the session. */
export const sessionAnswer = { tenantId: 'acme', roles: ['editor'], features: [], user: { id: 'user-1' } };
