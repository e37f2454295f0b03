import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  canonicalQuery,
  signatureOf,
  signText,
  unsignedPayload,
} from '../../../../src/local/aws/s3/check-access.ts';

/* The examples of AWS's own manual. */
const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const host = 'examplebucket.s3.amazonaws.com';
const amzDate = '20130524T000000Z';

// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
it('signs a URL as in the manual', () => {
  const query = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
    'X-Amz-Date': amzDate,
    'X-Amz-Expires': '86400',
    'X-Amz-SignedHeaders': 'host',
  };
  const parts = { method: 'GET', path: '/test.txt', query, headers: { host }, payloadHash: unsignedPayload };
  expect(signatureOf(keys, parts, amzDate)).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
  expect(canonicalQuery(query)).toContain('X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1');
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html "Example: PUT Object"
it('signs a request in its headers as in the manual, with a $ in its path', () => {
  const payloadHash = createHash('sha256').update('Welcome to Amazon S3.').digest('hex');
  const headers = {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': amzDate,
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  };
  const parts = { method: 'PUT', path: '/test$file.text', query: {}, headers, payloadHash };
  expect(signatureOf(keys, parts, amzDate)).toBe(
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  );
});

// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-post-example.html
it('signs the policy of a form by the key of its day and region', () => {
  const [one, other] = ['20151229T000000Z', '20151230T000000Z'].map((date) => signText(keys, 'eyAi', date));
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(other).not.toBe(one);
  expect(signText({ ...keys, region: 'eu-west-1' }, 'eyAi', '20151229T000000Z')).not.toBe(one);
});
