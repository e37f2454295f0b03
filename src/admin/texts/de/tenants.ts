import type { Texts } from '../shape.ts';

export const tenants: Texts['tenants'] = {
  title: 'Mandanten',
  about: 'Alle Kunden der Plattform. Wer in einem arbeitet, sieht dessen Abläufe, Gespräche und Protokoll.',
  empty: 'Noch keine Mandanten.',
  find: 'Suchen',
  all: 'Alle Mandanten',
  name: 'Name',
  status: 'Status',
  limits: 'Grenzen',
  defaults: 'die üblichen',
  statuses: { active: 'aktiv', suspended: 'gesperrt' },
  perMinute: (count) => `${count} Nachrichten pro Minute`,
  days: (count) => `${count} Tage aufbewahrt`,
  workIn: (tenant) => `In ${tenant} arbeiten`,
  suspend: {
    open: (tenant) => `${tenant} sperren…`,
    title: (tenant) => `${tenant} sperren?`,
    what: 'Besucher bekommen keine Antwort mehr, und die Benutzer können sich nicht mehr anmelden, bis die Sperre aufgehoben wird. Nichts wird gelöscht.',
    type: (tenant) => `Geben Sie ${tenant} ein, um zu sperren`,
    button: 'Sperren',
  },
  resume: {
    open: (tenant) => `Sperre von ${tenant} aufheben…`,
    title: (tenant) => `Sperre von ${tenant} aufheben?`,
    what: 'Besucher bekommen wieder Antwort, und die Benutzer können sich anmelden.',
    button: 'Sperre aufheben',
  },
};
