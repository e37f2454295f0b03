import { expect, it } from 'vitest';
import { readJson } from '../../../src/admin/features/editor/json/JsonView.tsx';

it('names the line in which the JSON is invalid, whatever the browser reports', () => {
  expect(readJson('{ "start": "a" }')).toEqual({ definition: { start: 'a' } });
  expect(readJson('x{\n  "start": "a"\n}')).toEqual({ line: 1 });
  expect(readJson('{\n  "start": "a",\n  "title": oops\n}')).toEqual({ line: 3 });
  expect(readJson('{\n  "start": "a"\n  "title": "b"\n}')).toEqual({ line: 3 });
  expect(readJson('{\n  "start": "a",\n')).toEqual({ line: 3 });
  expect(readJson('[]')).toEqual({ line: 1 });
});
