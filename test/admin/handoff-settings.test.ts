import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  isChanged,
  queueNameProblem,
  queuesShown,
  settingsShown,
  textShown,
  withoutQueue,
  withQueue,
  withSettings,
} from '../../src/admin/features/settings/handoff/handoff-form.ts';

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

  it('keep settings that the form does not show', () => {
    const later = { queues: [], handoff: { greeting: 'Hi', texts: { missed: 'Sorry.', waiting: 'Soon.' } } };
    expect(bodyOf(later, { missed: '' })).toEqual({
      queues: [],
      handoff: { greeting: 'Hi', texts: { waiting: 'Soon.' } },
    });
  });

  it('leave emptied texts to the defaults', () => {
    expect(bodyOf(stored, { reclaim_minutes: '', missed: ' ' })).toEqual({ queues: ['support'] });
  });

  it('keep a queue that another admin added meanwhile, and remove only the named ones', () => {
    const typed = withoutQueue(withQueue({}, 'billing'), 'support');
    expect(queuesShown({ ...stored, queues: ['support', 'repairs'] }, typed)).toEqual(['repairs', 'billing']);
  });

  it('keep the settings of each queue, target times of an earlier release among them', () => {
    const timed = {
      ...stored,
      handoff: { target_seconds: { default: 30, support: 300 }, queues: { support: { target_seconds: 90 } } },
    };
    expect(settingsShown(timed, {}, 'default')).toEqual({ target_seconds: 30 });
    expect(settingsShown(timed, {}, 'support')).toEqual({ target_seconds: 90 });
    expect(settingsShown(timed, {}, 'billing')).toEqual({});
    const typed = withSettings(withQueue({}, 'billing'), 'billing', { assignment: 'automatic', hours: {} });
    expect(bodyOf(timed, withSettings(typed, 'default', {}))).toEqual({
      queues: ['support', 'billing'],
      handoff: { queues: { support: { target_seconds: 90 }, billing: { assignment: 'automatic' } } },
    });
    expect(bodyOf(timed, withoutQueue({}, 'support'))).toEqual({
      queues: [],
      handoff: { queues: { default: { target_seconds: 30 } } },
    });
    expect(isChanged(timed, withSettings({}, 'support', { target_seconds: 90 }))).toBe(false);
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
