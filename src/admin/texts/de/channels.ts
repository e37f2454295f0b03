import type { Channel } from '../../channels/channel-fields.ts';
import type { Texts } from '../shape.ts';

const testToHint =
  'Eine Telefonnummer mit Ländervorwahl, nur Ziffern. Sie muss Ihnen in den letzten 24 Stunden geschrieben haben.';
const withoutToken = 'Ohne es können keine Antworten gesendet werden.';

const webhook: Readonly<Record<Channel, readonly string[]>> = {
  chatapp: [
    'Öffnen Sie in der Meta-Entwicklerkonsole Ihre App, dann WhatsApp, dann Configuration.',
    'Fügen Sie Adresse und Prüfwort ein, und wählen Sie „Verify and save“.',
    'Abonnieren Sie das Feld „messages“. Es bringt Nachrichten und Zustellungen.',
    'Schicken Sie eine Nachricht an Ihre Nummer, und sehen Sie dann hier noch einmal nach.',
  ],
  'chatapp-360': [
    'Öffnen Sie im 360dialog-Hub Ihre Nummer, und setzen Sie ihre Webhook-Adresse.',
    'Lassen Sie dabei den Header D360-API-KEY mit dem Schlüssel senden, den Sie unter Geheimnisse gesetzt haben.',
    'Schicken Sie eine Nachricht an Ihre Nummer, und sehen Sie dann hier noch einmal nach.',
  ],
  contactcenter: [
    'Öffnen Sie in Ihrem Contact-Center die Open-Messaging-Integration, und setzen Sie ihre ausgehende Adresse.',
    'Geben Sie ihr den Benutzernamen aus Schritt 1 und das Passwort aus Schritt 2 als Basic-Authentifizierung.',
    'Schicken Sie eine Nachricht darüber, und sehen Sie dann hier noch einmal nach.',
  ],
};

const secrets: Texts['channels']['secrets'] = {
  app_secret: {
    name: 'App-Geheimnis',
    where: {
      chatapp:
        'In der Meta-Entwicklerkonsole unter App settings, Basic. Meta unterschreibt damit seine Aufrufe.',
    },
  },
  sending_token: {
    name: 'Sendetoken',
    where: {
      chatapp: `Legen Sie in den Unternehmenseinstellungen von Meta einen Systembenutzer an und für ihn ein Token mit whatsapp_business_messaging, das nicht abläuft. ${withoutToken}`,
      'chatapp-360': `Der API-Schlüssel Ihrer Nummer im 360dialog-Hub. Ohne ihn können keine Antworten gesendet werden.`,
      contactcenter: `Ein Token der Messaging-API Ihres Contact-Centers. ${withoutToken}`,
    },
  },
  api_key: {
    name: 'Webhook-Schlüssel',
    where: {
      'chatapp-360': 'Wählen Sie einen langen, zufälligen. 360dialog schickt ihn mit jedem Aufruf.',
    },
  },
  hmac_secret: {
    name: 'Signaturgeheimnis',
    where: { 'chatapp-360': 'Nur wenn 360dialog Ihre Aufrufe auch unterschreibt.' },
  },
  password: {
    name: 'Passwort',
    where: { contactcenter: 'Wählen Sie ein langes, zufälliges. Das Contact-Center meldet sich damit an.' },
  },
  signing_secret: {
    name: 'Signaturgeheimnis',
    where: {
      contactcenter:
        'Nur wenn das Contact-Center Ihren Besuchern antwortet: Es unterschreibt damit, was es in einer Übergabe sagt, und prüft, was ihm gesagt wird.',
    },
  },
};

export const channels: Texts['channels'] = {
  title: 'Kanäle',
  about: 'Die verbundenen Chat-Apps und das Contact-Center, und wie es jedem geht.',
  none: 'Noch keine Kanäle. Verbinden Sie WhatsApp, 360dialog oder ein Contact-Center.',
  connect: 'Kanal verbinden',
  connectTitle: (name) => `Verbinden: ${name}`,
  names: {
    chatapp: 'WhatsApp',
    'chatapp-360': 'WhatsApp über 360dialog',
    contactcenter: 'Contact-Center',
  },
  needs: {
    chatapp:
      'Sie brauchen eine App mit WhatsApp in der Meta-Entwicklerkonsole und die Nummer, von der sie sendet.',
    'chatapp-360': 'Sie brauchen eine Nummer bei 360dialog und ihren API-Schlüssel.',
    contactcenter:
      'Sie brauchen eine Open-Messaging-Integration und die Adressen, von denen Ihr Contact-Center aufruft.',
  },
  account: 'Konto',
  provider: 'Anbieter',
  flow: 'Ablauf',
  state: 'Zustand',
  unfinished: 'Einrichtung nicht beendet: Ein Geheimnis fehlt',
  neverCalled: 'Der Anbieter hat noch nicht aufgerufen',
  lastAccepted: (when) => `Letzter angenommener Aufruf: ${when}`,
  lastRefused: (when) => `Letzter abgewiesener Aufruf: ${when}.`,
  refusals: {
    invalid_signature: 'Die Signatur passt nicht zum Geheimnis.',
    invalid_credentials: 'Schlüssel oder Passwort sind nicht die, die gesetzt sind.',
    address_not_allowed: 'Er kam von einer Adresse, die nicht aufrufen darf.',
    rate_limited: 'Von einer Adresse kamen zu viele falsche Passwörter.',
    tenant_not_found: 'Der Mandant ist gesperrt.',
    invalid_body: 'Sein Inhalt ist nicht, was der Anbieter sonst schickt.',
  },
  sending: {
    open: 'Das Senden funktioniert.',
    paused: 'Das Senden ruht eine Weile.',
    held: 'Das Senden ist angehalten, bis es jemand behebt.',
  },
  until: (when) => `Der nächste Versuch kommt spätestens ${when}.`,
  waiting: (count) => `Gespräche, deren Antworten warten: ${count}`,
  resume: 'Senden fortsetzen',
  id: {
    label: 'Name des Kontos',
    hint: 'Buchstaben, Ziffern und Bindestriche, nur für Sie. Er lässt sich später nicht ändern.',
  },
  fields: {
    phone_number_id: {
      label: 'ID der Telefonnummer',
      hint: 'In der Meta-Entwicklerkonsole unter WhatsApp, API setup. Es ist nicht die Nummer selbst.',
    },
    waba_id: {
      label: 'ID des WhatsApp-Business-Kontos, wenn Sie möchten',
      hint: 'Auf derselben Seite. Aufrufe, die keine Nummer nennen, werden damit angenommen.',
    },
    username: {
      label: 'Benutzername',
      hint: 'Wählen Sie einen. Das Contact-Center meldet sich damit an.',
    },
    allowed_networks: {
      label: 'Adressen, die aufrufen dürfen',
      hint: 'Ein Netz je Zeile, zum Beispiel 203.0.113.0/24.',
    },
    list_button: {
      label: 'Schaltfläche, die eine Auswahlliste öffnet, wenn Sie möchten',
      hint: '„Menu“, wenn Sie nichts anderes sagen; höchstens 20 Zeichen.',
    },
    idle_minutes: {
      label: 'Minuten, bis ein stilles Gespräch endet, wenn Sie möchten',
      hint: '1.440, ein Tag, wenn Sie nichts anderes sagen.',
    },
    base_url: {
      label: 'Adresse des Anbieters, wenn Sie möchten',
      hint: 'Nur wenn es nicht die übliche ist: eine regionale, die Ihres Contact-Centers oder ein Simulator.',
    },
  },
  createAndGoOn: 'Anlegen und weiter',
  save: 'Speichern',
  back: 'Zurück zu den Kanälen',
  setUp: 'Einrichtung',
  steps: { account: 'Konto', secrets: 'Geheimnisse', webhook: 'Webhook', test: 'Test' },
  goOn: (step) => `Weiter: ${step}`,
  secretsWhat:
    'Was hier gesetzt ist, wird niemandem mehr gezeigt. Was Sie eingeben, bleibt erst erhalten, wenn Sie es setzen.',
  secrets,
  webhook,
  webhookAddress: 'Einzutragende Adresse',
  verifyWord: 'Prüfwort',
  noCall: 'Der Anbieter hat noch nicht aufgerufen.',
  lookAgain: 'Noch einmal nachsehen',
  testTo: 'An',
  testToHint: {
    chatapp: testToHint,
    'chatapp-360': testToHint,
    contactcenter: 'Die ID einer Person, wie Ihr Contact-Center sie kennt.',
  },
  testText: 'Text, wenn Sie möchten',
  testTextHint: '„This is a test message.“, wenn Sie nichts anderes sagen.',
  testSend: 'Testnachricht senden',
  outcomes: {
    sent: 'Der Anbieter hat die Nachricht angenommen.',
    refused: 'Der Anbieter hat sie nicht angenommen.',
    unconfirmed: 'Der Anbieter hat nicht geantwortet wie sonst. Vielleicht hat er die Nachricht angenommen.',
  },
  remove: {
    open: 'Löschen…',
    title: (account) => `${account} löschen?`,
    what: 'Die Aufrufe des Anbieters werden ab sofort abgewiesen, und nichts wird mehr gesendet. Auch die Geheimnisse gehen verloren. Das lässt sich nicht rückgängig machen.',
    type: (account) => `Geben Sie ${account} ein, um zu löschen`,
    button: 'Löschen',
  },
};
