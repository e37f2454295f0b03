import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  isChanged,
  queueNameProblem,
  queuesShown,
  targetShown,
  textShown,
  withoutQueue,
  withQueue,
  withTarget,
} from '../../src/admin/features/settings/handoff/HandoffSettingsPage.tsx';

const stored = {
  queues: ['support'],
  handoff: { reclaim_minutes: 5, texts: { missed: 'Nobody is there.' } },
};

describe('edited handoff settings', () => {
  it('show the stored values until something is typed, and save both as one', () => {
    expect(textShown(stored, {}, 'reclaim_minutes')).toBe('5');
    expect(textShown(stored, { missed: '' }, 'missed')).toBe('');
    expect(bodyOf(stored, { idle: ' Until then. ', idle_close_hours: '48' })).toEqual({
      queues: ['support'],
      handoff: {
        reclaim_minutes: 5,
        idle_close_hours: 48,
        texts: { missed: 'Nobody is there.', idle: 'Until then.' },
      },
    });
  });

  it('keep agents without emails until the switch is turned on again', () => {
    const silent = { queues: [], handoff: { email_agents: false } };
    expect(bodyOf(silent, {})).toEqual(silent);
    expect(bodyOf(silent, { emails: true })).toEqual({ queues: [] });
    expect(bodyOf(stored, { emails: false }).handoff).toMatchObject({ email_agents: false });
  });

  it('leave emptied texts to the defaults', () => {
    expect(bodyOf(stored, { reclaim_minutes: '', missed: ' ' })).toEqual({ queues: ['support'] });
  });

  it('keep a queue that another admin added meanwhile, and remove only the named ones', () => {
    const typed = withoutQueue(withQueue({}, 'billing'), 'support');
    expect(queuesShown({ ...stored, queues: ['support', 'repairs'] }, typed)).toEqual(['repairs', 'billing']);
  });

  it('keep the target of each existing queue, and drop an emptied one', () => {
    const timed = { ...stored, handoff: { target_seconds: { default: 30, support: 300 } } };
    expect(targetShown(timed, {}, 'support')).toBe('300');
    expect(targetShown(timed, {}, 'billing')).toBe('');
    const typed = withTarget(withTarget(withQueue({}, 'billing'), 'billing', '90'), 'default', '');
    expect(bodyOf(timed, typed)).toEqual({
      queues: ['support', 'billing'],
      handoff: { target_seconds: { support: 300, billing: 90 } },
    });
    expect(bodyOf(timed, withoutQueue({}, 'support'))).toEqual({
      queues: [],
      handoff: { target_seconds: { default: 30 } },
    });
    expect(isChanged(timed, withTarget({}, 'support', '300'))).toBe(false);
  });

  it('are unchanged when a queue is added back, or a text is restored', () => {
    expect(isChanged(stored, withQueue(withoutQueue({}, 'support'), 'support'))).toBe(false);
    expect(isChanged(stored, withoutQueue(withQueue({}, 'billing'), 'billing'))).toBe(false);
    expect(isChanged(stored, { missed: 'Nobody is there.' })).toBe(false);
    expect(isChanged(stored, { missed: 'Nobody is here.' })).toBe(true);
  });

  it.each([
    ['default', ['support'], 'isThere'],
    ['support', ['support'], 'isThere'],
    ['no name', [], 'wrongName'],
    ['more', Array.from({ length: 20 }, (_, n) => `q${n}`), 'tooMany'],
    ['billing', ['support'], null],
  ])('a queue %s beside %j: %s', (name, queues, fault) => {
    expect(queueNameProblem(name, queues)).toBe(fault);
  });
});
