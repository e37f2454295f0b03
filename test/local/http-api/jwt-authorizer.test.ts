import { createHmac, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { generateSigningKey, type SigningKey, signJwt } from '../../../src/local/hosted-ui/signing-keys.ts';
import { createJwtAuthorizer } from '../../../src/local/http-api/http-api.ts';
import { closeServer, listen } from '../../../src/local/listen.ts';

const audience = 'the-client';
let [key, otherKey]: SigningKey[] = [];
beforeAll(async () => {
  [key, otherKey] = await Promise.all([generateSigningKey(), generateSigningKey()]);
});

/** An issuer that publishes keys, and what API Gateway would make of a token of its. */
async function startIssuer() {
  const published = new Map<string, KeyObject>();
  const server = createServer((_request, response) => {
    const keys = [...published].map(([kid, publicKey]) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      alg: 'RS256',
      use: 'sig',
    }));
    response.end(JSON.stringify({ keys }));
  });
  const issuer = await listen(server, 0);
  onTestFinished(() => closeServer(server));
  const publish = ({ kid, publicKey }: SigningKey) => void published.set(kid, publicKey);
  publish(known(key));
  const authorize = createJwtAuthorizer(issuer, audience);
  const bearing = (authorization: string) => authorize({ headers: { authorization } });
  return { issuer, publish, authorize, bearing };
}

function known(made: SigningKey | undefined): SigningKey {
  if (!made) throw new Error('no key');
  return made;
}

const nowS = () => Math.floor(Date.now() / 1000);
const accessToken = (issuer: string, changes: Record<string, unknown> = {}) => ({
  iss: issuer,
  sub: 'a-user',
  client_id: audience,
  token_use: 'access',
  iat: nowS() - 10,
  exp: nowS() + 60,
  ...changes,
});
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('a valid access token passes, its claims as strings', async () => {
  const { issuer, bearing } = await startIssuer();
  const claims = accessToken(issuer, {
    'custom:tenant_id': 'acme',
    'cognito:groups': ['a', 'b'],
    iat: 1_000_000_000,
  });
  const token = signJwt(known(key), claims);
  expect(await bearing(`Bearer ${token}`)).toEqual({
    claims: {
      ...claims,
      iat: '1000000000',
      exp: String(claims.exp),
      'cognito:groups': '[a b]',
    },
  });
});

it('the token may come without "Bearer", as in API Gateway', async () => {
  const { issuer, bearing } = await startIssuer();
  expect(await bearing(signJwt(known(key), accessToken(issuer)))).not.toBeNull();
});

it("an ID token passes: telling them apart is the endpoint's part", async () => {
  const { issuer, bearing } = await startIssuer();
  const claims = accessToken(issuer, { client_id: undefined, aud: audience, token_use: 'id' });
  expect(await bearing(`Bearer ${signJwt(known(key), claims)}`)).not.toBeNull();
});

describe('rejected is', () => {
  it('a request without a token', async () => {
    const { authorize, bearing } = await startIssuer();
    expect(await authorize({ headers: {} })).toBeNull();
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a.b', 'Bearer a.b.c d'])
      expect(await bearing(authorization)).toBeNull();
  });

  it.each<[string, (issuer: string) => Record<string, unknown>]>([
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['an issuer with a slash more', (issuer) => ({ iss: `${issuer}/` })],
    ['no issuer', () => ({ iss: undefined })],
    ['another client', () => ({ client_id: 'another' })],
    ['no client', () => ({ client_id: undefined })],
    ['another audience, whatever the client', () => ({ aud: 'another' })],
    ['a list of other audiences', () => ({ aud: ['one', 'two'] })],
    ['an end in the past', () => ({ exp: nowS() - 1 })],
    ['no end', () => ({ exp: undefined })],
    ['a start in the future', () => ({ nbf: nowS() + 60 })],
    ['an issue in the future', () => ({ iat: nowS() + 60 })],
  ])('a token with %s', async (_case, changes) => {
    const { issuer, bearing } = await startIssuer();
    const claims = accessToken(issuer, changes(issuer));
    expect(await bearing(`Bearer ${signJwt(known(key), claims)}`)).toBeNull();
  });

  it('a token with a changed claim', async () => {
    const { issuer, bearing } = await startIssuer();
    const [head, , signature] = signJwt(known(key), accessToken(issuer)).split('.');
    const changed = encode(accessToken(issuer, { sub: 'somebody-else' }));
    expect(await bearing(`Bearer ${head}.${changed}.${signature}`)).toBeNull();
  });

  it.each(['none', 'None', 'NONE'])('a token with the algorithm %s', async (alg) => {
    const { issuer, bearing } = await startIssuer();
    const unsigned = `${encode({ alg, kid: known(key).kid })}.${encode(accessToken(issuer))}`;
    expect(await bearing(`Bearer ${unsigned}.`)).toBeNull();
    expect(await bearing(`Bearer ${unsigned}.AAAA`)).toBeNull();
  });

  it.each(['pem', 'der', 'jwk'] as const)('a token signed by HMAC with the public key (%s)', async (form) => {
    const { issuer, bearing } = await startIssuer();
    const { kid, publicKey } = known(key);
    const secrets = {
      pem: publicKey.export({ format: 'pem', type: 'spki' }),
      der: publicKey.export({ format: 'der', type: 'spki' }),
      jwk: JSON.stringify(publicKey.export({ format: 'jwk' })),
    };
    const signed = `${encode({ alg: 'HS256', kid })}.${encode(accessToken(issuer))}`;
    const mac = createHmac('sha256', secrets[form]).update(signed).digest('base64url');
    expect(await bearing(`Bearer ${signed}.${mac}`)).toBeNull();
  });

  it('a token of a key that is not published', async () => {
    const { issuer, bearing } = await startIssuer();
    expect(await bearing(`Bearer ${signJwt(known(otherKey), accessToken(issuer))}`)).toBeNull();
  });

  it('a token of another key under a published name', async () => {
    const { issuer, bearing } = await startIssuer();
    const forged = signJwt({ ...known(otherKey), kid: known(key).kid }, accessToken(issuer));
    expect(await bearing(`Bearer ${forged}`)).toBeNull();
  });

  it('a token without a key id', async () => {
    const { issuer, bearing } = await startIssuer();
    const [, body, signature] = signJwt(known(key), accessToken(issuer)).split('.');
    expect(await bearing(`Bearer ${encode({ alg: 'RS256' })}.${body}.${signature}`)).toBeNull();
  });
});

it('a new key is valid as soon as it is published, and the old one stays valid', async () => {
  const { issuer, publish, bearing } = await startIssuer();
  const [old, fresh] = [known(key), known(otherKey)].map(
    (by) => `Bearer ${signJwt(by, accessToken(issuer))}`,
  );
  expect(await bearing(String(old))).not.toBeNull();
  expect(await bearing(String(fresh))).toBeNull();
  publish(known(otherKey));
  expect(await bearing(String(fresh))).not.toBeNull();
  expect(await bearing(String(old))).not.toBeNull();
});
