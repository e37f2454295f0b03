import { expect, it, vi } from 'vitest';
import { defaultProvider } from '../../src/aws/lambda-credentials.ts';

it("hands on the role's credentials from the environment, whole", async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'session');
  expect(await defaultProvider()()).toEqual({
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    sessionToken: 'session',
  });
});

it('refuses an environment without credentials', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', '');
  await expect(defaultProvider()()).rejects.toThrow('the environment has no AWS credentials');
});
