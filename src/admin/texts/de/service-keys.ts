import type { Texts } from '../shape.ts';

export const serviceKeys: Texts['serviceKeys'] = {
  title: 'Dienstschlüssel',
  about:
    'Womit Ihre eigenen Systeme lesen, antworten und schreiben: ein Helpdesk, ein Shop, ein nächtlicher Lauf. Jedes hat seinen eigenen Schlüssel, damit sich einer allein widerrufen lässt.',
  empty: 'Noch hat kein System einen Schlüssel.',
  name: 'System',
  may: 'Darf',
  made: 'Erstellt',
  madeBy: (when, who) => `${when} von ${who}`,
  used: 'Zuletzt benutzt',
  never: 'nie',
  ends: 'Endet',
  endsNever: 'nicht von selbst',
  ended: 'ist abgelaufen',
  capabilities: {
    'conversations:read': 'Gespräche lesen',
    'conversations:answer': 'Besuchern antworten',
    'messages:send': 'Von sich aus schreiben',
  },
  make: {
    open: 'Schlüssel erstellen…',
    title: 'Dienstschlüssel erstellen',
    what: 'Der Schlüssel wird einmal gezeigt, wenn er erstellt wird. Bewahren Sie ihn dort auf, wo das System seine Geheimnisse hat.',
    name: 'Name des Systems',
    nameHint: 'Besucher sehen ihn, wo das System keine Person nennt.',
    may: 'Was es darf',
    ends: 'Endet',
    life: { '30': 'in 30 Tagen', '90': 'in 90 Tagen', '365': 'in einem Jahr', never: 'nicht von selbst' },
    button: 'Schlüssel erstellen',
  },
  once: {
    title: (name) => `Der Schlüssel von ${name}`,
    what: 'Kopieren Sie ihn jetzt: Er lässt sich nicht noch einmal zeigen. Geht er verloren, erstellen Sie einen anderen und widerrufen diesen.',
    lost: 'Die Antwort, die diesen Schlüssel nannte, ging unterwegs verloren. Er lässt sich nicht noch einmal zeigen: Widerrufen Sie ihn und erstellen Sie einen anderen.',
    key: 'Schlüssel',
    button: 'Ich habe ihn aufbewahrt',
  },
  revoke: {
    open: (name) => `${name} widerrufen…`,
    title: (name) => `Den Schlüssel von ${name} widerrufen?`,
    what: 'Das System wird binnen einer Minute überall abgewiesen. Das lässt sich nicht rückgängig machen; es braucht dann einen neuen Schlüssel.',
    button: 'Schlüssel widerrufen',
    done: (name) => `Der Schlüssel von ${name} ist widerrufen. Er wird binnen einer Minute abgewiesen.`,
  },
};
