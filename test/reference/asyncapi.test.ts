import { execFileSync } from 'node:child_process';
import schema from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' };
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { eventData, tenantEventData } from '../../src/contract/events.ts';
import { asyncApiDocument } from '../../src/reference/asyncapi.ts';
import { Schemas } from '../support/conformance/create-checker.ts';
import { schemasWithoutType } from '../support/conformance/schemas-without-type.ts';

describe('the AsyncAPI document', () => {
  it('describes every event with the envelope and its data', () => {
    const { components, channels, operations } = asyncApiDocument('1.2.3');
    const messages = Object.values(components.messages);
    expect(messages.map(({ name }) => name)).toEqual([
      ...Object.keys(eventData),
      ...Object.keys(tenantEventData),
    ]);
    for (const { payload } of messages) {
      expect(payload.required).toEqual(
        expect.arrayContaining(['eventId', 'tenantId', 'correlationId', 'data']),
      );
    }
    expect(Object.keys(channels)).toHaveLength(messages.length);
    expect(Object.keys(operations)).toHaveLength(messages.length);
  });

  it('is valid by AsyncAPI’s own schema', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false });
    const validate = ajv.compile(schema);
    validate(asyncApiDocument('1.2.3'));
    expect(validate.errors).toBeNull();
    validate({ ...asyncApiDocument('1.2.3'), channels: [] });
    expect(validate.errors).not.toBeNull();
  });

  it('gives an example of every event, with every field as its schema says and no other', () => {
    const document = asyncApiDocument('1.2.3');
    const schemas = new Schemas(document, false);
    for (const [name, { examples }] of Object.entries(document.components.messages)) {
      expect(examples).toHaveLength(1);
      const pointer = `/components/messages/${name}/payload`;
      for (const { payload } of examples) expect(schemas.breaches(pointer, payload)).toEqual([]);
    }
  });

  it('has no schema without a type', () => {
    expect(schemasWithoutType(asyncApiDocument('1.2.3'))).toEqual([]);
  });

  it('is printed by its command as JSON', () => {
    const printed = execFileSync('node', ['bin/asyncapi.ts'], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toMatchObject({ asyncapi: '3.0.0' });
  });
});
