import type { ProblemTexts } from '../problem-texts.ts';

const lost =
  'Es wurde nichts geändert. Beginnen Sie die Anmeldung auf dieser Seite neu, und beenden Sie sie in diesem Tab.';
const manage = 'Ein Administrator Ihrer Organisation kann das in der Verwaltung der Mandanten berichtigen.';

export const problems: ProblemTexts = {
  settings_unreadable: {
    title: 'Die Anwendung ist nicht eingerichtet',
    what: 'Ihre Einstellungen (config.json) fehlen oder sind unvollständig.',
    advice: 'Das müssen die Betreiber der Plattform beheben. Versuchen Sie es danach noch einmal.',
  },
  network: {
    title: 'Der Dienst ist nicht erreichbar',
    what: 'Es kam keine Antwort. Vielleicht sind Sie offline, oder etwas auf dem Weg sperrt die Verbindung.',
    advice: 'Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal. Sie bleiben angemeldet.',
  },
  storage_denied: {
    title: 'Ihr Browser speichert keine Daten dieser Seite',
    what: 'Die Anmeldung führt auf eine andere Seite und zurück; was auf dem Rückweg gebraucht wird, kann nicht gespeichert werden.',
    advice:
      'Erlauben Sie in den Einstellungen Ihres Browsers Websitedaten (Cookies) für diese Adresse, oder verlassen Sie das private Fenster. Versuchen Sie es dann noch einmal.',
  },
  sign_in_lost: {
    title: 'Diese Anmeldung hat nicht hier begonnen',
    what: 'In diesem Tab läuft keine Anmeldung: Sie hat anderswo begonnen, wurde schon verwendet, oder ihre Daten wurden gelöscht.',
    advice: lost,
  },
  state_mismatch: {
    title: 'Diese Anmeldung wurde zu Ihrer Sicherheit abgebrochen',
    what: 'Die Antwort gehört nicht zu der Anmeldung, die in diesem Tab begonnen hat. Vielleicht hat Ihnen jemand einen gefälschten Link gegeben.',
    advice: lost,
  },
  access_denied: {
    title: 'Die Anmeldung wurde abgebrochen',
    what: 'Die Anmeldeseite hat dieser Anwendung keinen Zugang gegeben.',
    advice: 'Wenn Sie nicht abbrechen wollten, melden Sie sich noch einmal an.',
  },
  provider_refused: {
    title: 'Die Anmeldung wurde abgelehnt',
    what: 'Der Anmeldedienst hat die Anfrage nicht angenommen.',
    advice:
      'Melden Sie sich noch einmal an. Passiert es jedes Mal, sagen Sie es den Betreibern der Plattform.',
  },
  redirect_uri_mismatch: {
    title: 'Diese Adresse ist nicht eingetragen',
    what: 'Der Anmeldedienst kennt die Adresse nicht, unter der diese Anwendung läuft.',
    advice:
      'Öffnen Sie die Anwendung unter ihrer üblichen Adresse, oder sagen Sie es den Betreibern der Plattform.',
  },
  code_expired: {
    title: 'Die Anmeldung hat zu lange gedauert',
    what: 'Der Einmalcode gilt 60 Sekunden lang und wurde später verwendet.',
    advice: 'Melden Sie sich noch einmal an; meist müssen Sie Ihr Passwort nicht wieder eingeben.',
  },
  code_verifier_mismatch: {
    title: 'Diese Anmeldung lässt sich hier nicht beenden',
    what: 'Das Geheimnis, das dieser Tab für die Anmeldung aufbewahrt hat, ging verloren oder wurde unterwegs verändert.',
    advice: lost,
  },
  code_refused: {
    title: 'Diese Anmeldung wurde schon verwendet',
    what: 'Der Einmalcode wurde schon verwendet oder gilt nicht mehr.',
    advice: 'Melden Sie sich noch einmal an; meist müssen Sie Ihr Passwort nicht wieder eingeben.',
  },
  tokens_refused: {
    title: 'Die Anmeldung ließ sich nicht prüfen',
    what: 'Die Antwort des Anmeldedienstes hat die Prüfung dieser Anwendung nicht bestanden.',
    advice: 'Prüfen Sie die Uhr Ihres Geräts, und melden Sie sich dann noch einmal an.',
  },
  signed_out: {
    title: 'Sie sind abgemeldet',
    what: 'Dieser Tab hat keine Anmeldung mehr.',
    advice: 'Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.',
  },
  session_expired: {
    title: 'Ihre Sitzung ist beendet',
    what: 'Sie wurden nach einiger Zeit abgemeldet, oder Ihnen wurde der Zugang entzogen.',
    advice: 'Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.',
  },
  session_refused: {
    title: 'Ihre Anmeldung wird nicht mehr angenommen',
    what: 'Der Dienst hat Ihre Anmeldung abgelehnt (401).',
    advice: 'Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.',
  },
  missing_tenant_claim: {
    title: 'Ihr Konto gehört zu keinem Mandanten',
    what: 'Sie sind angemeldet, aber Ihr Konto ist noch keinem Mandanten zugeordnet (403).',
    advice: `${manage} Melden Sie sich danach ab und wieder an.`,
  },
  invalid_role: {
    title: 'Ihr Konto hat keine Rolle',
    what: 'Sie sind angemeldet, aber Ihre Rolle fehlt oder ist unbekannt (403).',
    advice: `${manage} Melden Sie sich danach ab und wieder an.`,
  },
  tenant_not_found: {
    title: 'Ihr Mandant ist nicht aktiv',
    what: 'Der Mandant Ihres Kontos ist gesperrt oder existiert nicht (403).',
    advice:
      'Fragen Sie die Betreiber der Plattform danach, oder melden Sie sich ab, um ein anderes Konto zu verwenden.',
  },
  service_failed: {
    title: 'Der Dienst hat ein Problem',
    what: 'Er hat geantwortet, konnte aber nicht tun, was verlangt war.',
    advice: 'Versuchen Sie es gleich noch einmal. Sie bleiben angemeldet.',
  },
  unexpected: {
    title: 'Etwas ist schiefgegangen',
    what: 'Die Anwendung kennt diese Lage nicht.',
    advice: 'Versuchen Sie es noch einmal. Passiert es jedes Mal, sagen Sie es den Betreibern der Plattform.',
  },
};
