import { describe, expect, it } from 'vitest';
import { UsageError } from '../../bin/command-line.ts';
import { readStartOptions } from '../../bin/start-options.ts';

describe('the command line of npm start', () => {
  it.each([
    [[], {}, { port: 3000, signInPort: 3001 }],
    [[], { PORT: '8080' }, { port: 8080, signInPort: 8081 }],
    [['--port', '0'], { PORT: '8080' }, { port: 0, signInPort: 0 }],
    [['--port=65535'], {}, { port: 65_535, signInPort: 0 }],
    [['--data', 'here'], {}, { dataDir: 'here' }],
    [['--help'], {}, { help: true }],
    [['--sqs-endpoint', 'http://a'], { A: 'b' }, { env: { A: 'b', AWS_ENDPOINT_URL_SQS: 'http://a' } }],
    [
      ['--dynamodb-endpoint=http://a'],
      { AWS_ENDPOINT_URL_DYNAMODB: 'http://b' },
      { env: { AWS_ENDPOINT_URL_DYNAMODB: 'http://a' } },
    ],
  ])('%j with %j means %j', (args, env, expected) => {
    expect(readStartOptions(args, env)).toMatchObject(expected);
  });

  it.each([
    [['--prot', '1'], {}, /Unknown option '--prot'/],
    [['extra'], {}, /Unexpected argument 'extra'/],
    [['--port'], {}, /'--port <value>' argument missing/],
    [['--port', 'http'], {}, /The port must be a number from 0 to 65535/],
    [[], { PORT: '65536' }, /The port must be a number from 0 to 65535/],
    [['--data', ''], {}, /--data needs the name of a directory/],
    [
      ['--eventbridge-endpoint', 'localhost:4566'],
      {},
      /--eventbridge-endpoint must be an http or https address/,
    ],
  ])('%j with %j is refused', (args, env, message) => {
    const read = () => readStartOptions(args, env);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });
});
