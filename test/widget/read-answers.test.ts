import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanFileName } from '../../src/contract/files.ts';
import { formAResponse } from '../../src/contract/forms.ts';
import { pollResponse } from '../../src/contract/poll.ts';
import { readFormAResponse, readPollResponse, readProblem } from '../../src/widget/read-answers.ts';

const status = fc.constantFrom('active', 'completed', 'handoff');
const optional = <T>(name: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((made) => (made === undefined ? {} : { [name]: made }));
const merged = (...parts: fc.Arbitrary<object>[]) =>
  fc.tuple(...parts).map((made) => Object.assign({}, ...made) as object);
const choices = fc.array(fc.record({ label: fc.string(), value: fc.string() }), { maxLength: 3 });
const attachment = merged(
  fc.record({ type: fc.constantFrom('image', 'document', 'location') }),
  optional('url', fc.webUrl()),
  optional('filename', fc.string().map(cleanFileName)),
  optional('latitude', fc.double({ min: -90, max: 90, noNaN: true })),
);
const message = merged(
  fc.record({
    id: fc.string(),
    seq: fc.nat(),
    author: fc.constantFrom('user', 'bot', 'agent'),
    text: fc.string(),
    timestamp: fc.string(),
  }),
  optional('choices', choices),
  optional('attachments', fc.array(attachment, { maxLength: 2 })),
);
const next = optional('next', fc.constantFrom(null, 'now', '2026-01-01T00:00:00.000Z'));
const formA = merged(
  fc.record({
    conversationId: fc.string(),
    status,
    replies: fc.array(merged(fc.record({ text: fc.string() }), optional('choices', choices))),
  }),
  optional('after', fc.string()),
  next,
);
const page = merged(
  fc.record({
    conversationId: fc.string(),
    status,
    messages: fc.array(message),
    after: fc.option(fc.string(), { nil: null }),
  }),
  next,
);

it('reads every answer of the contract', () => {
  fc.assert(
    fc.property(formA, (body) => void expect(readFormAResponse(body)).toEqual(formAResponse.parse(body))),
  );
  fc.assert(
    fc.property(page, (body) => void expect(readPollResponse(body)).toEqual(pollResponse.parse(body))),
  );
});

it('reads nothing as an answer that the contract does not allow', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      if (formAResponse.safeParse(body).success || pollResponse.safeParse(body).success) return;
      expect(() => readFormAResponse(body)).toThrow(TypeError);
      expect(() => readPollResponse(body)).toThrow(TypeError);
    }),
  );
});

it.each([
  [
    { code: 'rate_limited', detail: 'Too many.' },
    { code: 'rate_limited', detail: 'Too many.' },
  ],
  [{ message: 'Service Unavailable' }, {}],
  [null, {}],
])('reads the problem %j as %j', (body, problem) => {
  expect(readProblem(body)).toEqual(problem);
});
