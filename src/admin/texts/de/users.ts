import type { Texts } from '../shape.ts';

const actions: Texts['users']['actions'] = {
  'reset-password': {
    open: 'Passwort zurücksetzen…',
    title: (who) => `Passwort von ${who} zurücksetzen?`,
    what: 'Die Person bekommt eine Mail mit einem Code und wählt ein neues Passwort. Wer sich noch nie angemeldet hat, bekommt die Einladung noch einmal.',
    button: 'Passwort zurücksetzen',
    done: (who) => `${who} bekommt eine Mail, um ein neues Passwort zu wählen.`,
  },
  'reset-mfa': {
    open: 'Zweiten Faktor zurücksetzen…',
    title: (who) => `Zweiten Faktor von ${who} zurücksetzen?`,
    what: 'Für ein verlorenes Telefon: Bei der nächsten Anmeldung wird ein neuer zweiter Faktor eingerichtet, wo einer verlangt wird.',
    button: 'Zweiten Faktor zurücksetzen',
    done: (who) => `${who} richtet bei der nächsten Anmeldung einen neuen zweiten Faktor ein.`,
  },
  'sign-out': {
    open: 'Überall abmelden…',
    title: (who) => `${who} überall abmelden?`,
    what: 'Die Sitzungen enden auf allen Geräten innerhalb einer Minute. Eine neue Anmeldung bleibt möglich.',
    button: 'Überall abmelden',
    done: (who) => `${who} ist innerhalb einer Minute überall abgemeldet.`,
  },
  delete: {
    open: 'Löschen…',
    title: (who) => `${who} löschen?`,
    what: 'Eine Anmeldung ist dann nicht mehr möglich. Was die Person geändert hat, bleibt, und ihr Name bleibt im Protokoll. Das lässt sich nicht rückgängig machen.',
    button: 'Löschen',
    done: (who) => `${who} ist gelöscht.`,
  },
};

export const users: Texts['users'] = {
  title: 'Benutzer',
  about: 'Wer sich hier anmelden darf, und mit welcher Rolle.',
  empty: 'Bisher nur Sie. Laden Sie jemanden ein.',
  nobody: 'Noch niemand. Laden Sie den ersten Admin ein.',
  who: 'Benutzer',
  role: 'Rolle',
  status: 'Status',
  statuses: {
    invited: 'eingeladen',
    active: 'aktiv',
    reset_required: 'muss ein neues Passwort wählen',
    disabled: 'gesperrt',
  },
  secondFactor: 'Zweiter Faktor',
  factors: { set: 'eingerichtet', none: 'keiner' },
  you: 'Sie',
  manage: (who) => `${who} verwalten…`,
  noRole: 'keine bekannte Rolle',
  invite: {
    open: 'Einladen…',
    title: 'Jemanden einladen',
    what: 'Es kommt eine Mail mit einem Passwort für die erste Anmeldung.',
    email: 'E-Mail-Adresse',
    name: 'Name, wenn Sie möchten',
    button: 'Einladen',
    done: (who) => `${who} ist eingeladen.`,
  },
  changeRole: 'Rolle ändern',
  access: 'Zugang',
  disable: {
    button: 'Sperren',
    done: (who) => `${who} ist gesperrt. Der Zugang endet innerhalb einer Minute.`,
  },
  enable: { button: 'Freigeben', done: (who) => `${who} darf sich wieder anmelden.` },
  nowIs: {
    viewer: (who) => `${who} ist jetzt Betrachter.`,
    editor: (who) => `${who} ist jetzt Bearbeiter.`,
    admin: (who) => `${who} ist jetzt Admin.`,
    'super-admin': (who) => `${who} ist jetzt Super-Admin.`,
  },
  own: 'Das ist Ihr eigenes Konto. Niemand ändert das eigene: Fragen Sie einen anderen Admin.',
  above: (own, role) => `Ihre Rolle, ${own}, kann niemanden mit der Rolle ${role} ändern.`,
  type: (email) => `Geben Sie ${email} ein, um das Konto zu löschen`,
  actions,
};
