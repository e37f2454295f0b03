import { expect, it } from 'vitest';
import { isFromBeforeErasure } from '../../src/domain/conversation-after.ts';
import { messageOf } from '../support/turn-of.ts';

const erasedAtMs = Date.UTC(2026, 0, 31);
const erased = { erasedAtMs, sessionId: '' };
const at = (ms: number) => ({ ...messageOf('hello'), receivedAt: new Date(ms).toISOString() });

it.each([
  ['came before it is', erased, { message: at(erasedAtMs - 1) }, true],
  ['came at that moment is', erased, { message: at(erasedAtMs) }, true],
  ['came after it is not', erased, { message: at(erasedAtMs + 1) }, false],
  [
    'is delivered again after it, and was first tried before it, is',
    erased,
    { message: at(erasedAtMs + 1), triedSinceMs: erasedAtMs - 1 },
    true,
  ],
  [
    'was first tried after it is not',
    erased,
    { message: at(erasedAtMs + 2), triedSinceMs: erasedAtMs + 1 },
    false,
  ],
  ['belongs to nobody who was erased is not', { sessionId: 's' }, { message: at(1), triedSinceMs: 1 }, false],
  ['begins a conversation is not', null, { message: at(1) }, false],
])('a message that %s from before an erasure', (_, stored, record, expected) => {
  expect(isFromBeforeErasure(stored, record)).toBe(expected);
});
