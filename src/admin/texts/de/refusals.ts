import type { Texts } from '../shape.ts';

export const refusals: Texts['refusals'] = {
  last_admin:
    'Der letzte Admin kann nicht entfernt werden. Machen Sie zuerst jemanden zum Admin, der sich schon angemeldet hat.',
  own_account: 'Niemand ändert das eigene Konto. Fragen Sie einen anderen Admin.',
  role_above_own: 'Sie können keine Rolle über Ihrer eigenen vergeben und niemanden ändern, der eine hat.',
  user_busy: 'Jemand anders ändert diesen Benutzer gerade. Sehen Sie gleich noch einmal nach.',
  user_disabled: 'Dieser Benutzer ist gesperrt. Geben Sie ihn zuerst frei.',
  credential_taken: 'Ein anderes Konto hat diese Nummer, diesen Schlüssel oder Benutzernamen schon.',
  channel_incomplete: 'Dem Konto fehlt etwas zum Senden. Setzen Sie zuerst sein Sendetoken.',
  already_exists: 'Es gibt schon etwas mit diesem Namen oder dieser Adresse.',
};
