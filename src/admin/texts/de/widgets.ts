import type { Texts } from '../shape.ts';

const fields: Texts['widgets']['fields'] = {
  'appearance.title': { label: 'Titel', hint: 'Über dem Chat.' },
  'appearance.greeting': { label: 'Begrüßung', hint: 'Steht da, bevor jemand geschrieben hat.' },
  'appearance.color': {
    label: 'Farbe',
    hint: 'Der Schaltfläche, des Kopfes und dessen, was Besucher schreiben.',
  },
  'appearance.position': {
    label: 'Seite der Webseite',
    hint: 'Am Ende der Zeile, wenn Sie nichts wählen.',
  },
  'appearance.avatar': {
    label: 'Bild',
    hint: 'Die Adresse eines quadratischen Bildes. Die Vorschau zeigt stattdessen den ersten Buchstaben.',
  },
  'appearance.start_on_open': {
    label: 'Beim Öffnen beginnen',
    hint: 'Der Ablauf beginnt, sobald jemand den Chat öffnet. Sonst wartet er auf die erste Nachricht.',
  },
  'appearance.starters': {
    label: 'Einstiege',
    hint: 'Einer je Zeile, höchstens sechs: Schaltflächen, die ihren eigenen Text senden, solange nichts gesagt wurde.',
  },
  'appearance.font': {
    label: 'Schriftart',
    hint: 'Namen wie in CSS: Inter, sans-serif. Die Seite muss sie haben.',
  },
  'appearance.size': { label: 'Größe des Fensters', hint: 'Mittel, wenn Sie nichts wählen.' },
  'appearance.launcher': {
    label: 'Schaltfläche, die ihn öffnet',
    hint: 'Verborgen überlässt das Öffnen Ihrer Seite.',
  },
  'appearance.launcher_label': {
    label: 'Worte der Schaltfläche',
    hint: 'Stehen bei „mit Worten“; ohne eigene „Chat öffnen“ in der Sprache des Besuchers.',
  },
  'appearance.offset_side': {
    label: 'Pixel vom seitlichen Rand',
    hint: '20, wenn Sie nichts anderes sagen.',
  },
  'appearance.offset_bottom': { label: 'Pixel vom unteren Rand', hint: '20, wenn Sie nichts anderes sagen.' },
  'appearance.sound': {
    label: 'Leiser Ton bei neuen Nachrichten',
    hint: 'Nur solange niemand auf den Chat sieht.',
  },
  'appearance.invite': {
    label: 'Einladung',
    hint: 'Steht neben der Schaltfläche, einmal je Besuch, bei Besuchern, die den Chat nicht geöffnet haben.',
  },
  'appearance.invite_after_seconds': {
    label: 'Einladen nach Sekunden',
    hint: 'Sofort, wenn keine andere Bedingung gesetzt ist.',
  },
  'appearance.invite_after_scroll': {
    label: 'Einladen nach Prozent der Seite',
    hint: 'Wenn der Besucher so weit gelesen hat.',
  },
  'appearance.invite_on_exit': {
    label: 'Einladen, wer gehen will',
    hint: 'Wenn der Zeiger die Seite oben verlässt.',
  },
  'appearance.invite_pages': {
    label: 'Seiten, die einladen',
    hint: 'Ein Pfad je Zeile, * für Beliebiges: /shop/*. Ohne Angabe alle Seiten.',
  },
  allowed_origins: {
    label: 'Websites, die es zeigen dürfen',
    hint: 'Eine je Zeile: https://shop.example, oder https://*.shop.example für alles eine Ebene darunter.',
  },
  require_origin: {
    label: 'Aufrufer abweisen, die keine Webseite sind',
    hint: 'Sie schicken keinen Origin. Auch ein Server von Ihnen würde abgewiesen.',
  },
  flow: {
    label: 'Ablauf',
    hint: 'Was ein Gespräch durchläuft. Nur veröffentlichte Abläufe stehen zur Wahl.',
  },
  idle_minutes: {
    label: 'Minuten, bis ein stilles Gespräch endet',
    hint: '1.440, ein Tag, wenn Sie nichts anderes sagen.',
  },
  session_limit_per_minute: {
    label: 'Nachrichten eines Besuchers pro Minute',
    hint: '30, wenn Sie nichts anderes sagen, höchstens 300.',
  },
  new_sessions_per_address: {
    label: 'Neue Besucher einer Adresse pro Minute',
    hint: '60, wenn Sie nichts anderes sagen; 0 lässt beliebig viele zu. Viele Menschen können sich eine Adresse teilen.',
  },
  require_identity: {
    label: 'Besucher abweisen, für die Ihre Website nicht bürgt',
    hint: 'Ihr Server unterschreibt für jeden von ihnen ein Token.',
  },
  identity_secret: {
    label: 'Geheimnis, das die Token der Besucher unterschreibt',
    hint: 'Sein Name. Der Wert wird hier nie gezeigt.',
  },
  signing_secret: {
    label: 'Geheimnis, das Anfragen unterschreibt',
    hint: 'Sein Name. Damit muss jede Anfrage unterschrieben sein, und das kann eine Webseite nicht.',
  },
  signature_version: {
    label: 'Was unterschrieben wird',
    hint: 'Die ältere Signatur kann noch einmal senden, wer sie sieht.',
  },
};

export const widgets: Texts['widgets'] = {
  title: 'Widgets',
  about: 'Ein Widget ist ein Chat auf einer Website.',
  none: 'Noch keine Widgets. Ein Widget ist ein Chat auf einer Website.',
  name: 'Widget',
  runs: 'Ablauf',
  sites: 'Websites',
  noSites: 'noch auf keiner Website',
  isDefault: 'Standard',
  changedBy: (who, when) => `Geändert von ${who}, ${when}`,
  fromFiles: 'Wie die Befehlszeile es geschrieben hat.',
  create: {
    open: 'Neues Widget…',
    title: 'Neues Widget',
    id: 'Name',
    hint: 'Buchstaben, Ziffern und Bindestriche. Er steht im Code Ihrer Seiten und lässt sich später nicht ändern.',
    button: 'Anlegen',
  },
  settings: 'Einstellungen',
  tabs: {
    look: 'Aussehen',
    sites: 'Websites',
    flow: 'Ablauf',
    limits: 'Grenzen',
    identity: 'Identität',
    secrets: 'Geheimnisse',
    code: 'Code',
  },
  fields,
  choices: {
    small: 'klein',
    medium: 'mittel',
    large: 'groß',
    round: 'rund',
    label: 'mit Worten',
    hidden: 'verborgen',
    left: 'links',
    right: 'rechts',
    1: 'Zeit, Pfad und Inhalt',
    0: 'auch die ältere',
  },
  unsaid: 'nicht gewählt',
  wrong: {
    path: 'Ein Pfad beginnt mit /, zum Beispiel /shop/*.',
    font: 'Schreiben Sie Namen von Schriften, zum Beispiel Inter, sans-serif.',
    text: 'Das darf nicht leer sein.',
    lines: 'Eine Zeile ist keine Adresse einer Website. Schreiben Sie https://shop.example, ohne Pfad.',
    texts: 'Höchstens sechs Zeilen mit je 80 Zeichen.',
    colour: 'Schreiben Sie # und sechs Ziffern, zum Beispiel #0b5fff.',
    number: (min, max) =>
      max === undefined ? `Eine ganze Zahl, mindestens ${min}.` : `Eine ganze Zahl von ${min} bis ${max}.`,
  },
  refused: {
    title: 'Kürzlich abgewiesen',
    what: 'Websites, die dieses Widget zeigen wollten und abgewiesen wurden. Lassen Sie nur zu, die Sie kennen.',
    none: 'Keine andere Website hat kürzlich versucht, es zu zeigen.',
    count: (count, when) => (count === 1 ? `einmal, ${when}` : `${count}-mal, zuletzt ${when}`),
    allow: 'Zulassen',
    allowOne: (site) => `${site} zulassen`,
  },
  secretsWhat: 'Werte gehen nur in eine Richtung: Sie werden aufbewahrt und nie wieder gezeigt.',
  secrets: {
    signing_secret: {
      name: 'Signaturgeheimnis',
      where:
        'Ihr Server unterschreibt damit jede Anfrage. Ab der ersten werden Anfragen ohne Signatur abgewiesen.',
    },
    identity_secret: {
      name: 'Identitätsgeheimnis',
      where: 'Ihr Server unterschreibt damit für jeden Besucher ein Token, das beweist, wer er ist.',
    },
  },
  contrast: (ratio) =>
    `Text in dieser Farbe hat auf Weiß einen Kontrast von ${ratio} : 1, und gut lesbar ist er ab 4,5 : 1. Das Widget schreibt in einem dunkleren Ton.`,
  looksOnly: (role) => `Ihre Rolle, ${role}, kann nicht ändern, was ein Widget schützt. Admins können es.`,
  viewOnly: (role) => `Ihre Rolle, ${role}, kann Widgets nicht ändern. Bearbeiter können es.`,
  save: 'Speichern',
  discard: 'Änderungen verwerfen',
  unsaved: 'Noch nicht gespeichert. Bleibt in diesem Tab erhalten.',
  saved: (widget) => `${widget} ist gespeichert. Webseiten zeigen es innerhalb von fünf Minuten.`,
  preview: {
    title: 'Vorschau',
    what: 'Das echte Widget, während Sie tippen. Es antwortet selbst und behält nichts.',
    answer: 'Dies ist eine Vorschau. Nichts wird gesendet.',
    desk: 'Computer',
    phone: 'Telefon',
    light: 'Hell',
    dark: 'Dunkel',
  },
  code: {
    what: 'Setzen Sie diese Zeile auf jede Seite, die den Chat zeigen soll. Mehr ist nicht nötig.',
    copy: 'Zeile kopieren',
    copied: 'Kopiert',
    noSites: 'Noch darf keine Website es zeigen. Fügen Sie Ihre unter Websites hinzu.',
    signed:
      'Dieses Widget verlangt unterschriebene Anfragen. Webseiten können es nicht verwenden, Server schon.',
  },
  conflict: {
    title: 'Geändert, während Sie daran gearbeitet haben',
    who: (who) =>
      `${who} hat dieses Widget geändert, während Sie daran gearbeitet haben. Wählen Sie, was bleibt.`,
    theirs: 'Die andere Fassung',
    mine: 'Ihre Fassung',
    field: 'Feld',
    nothing: 'nichts',
    keepMine: 'Ihre speichern',
    keepTheirs: 'Die andere behalten',
    same: 'Beide Fassungen sind jetzt gleich.',
  },
  remove: {
    open: 'Löschen…',
    isDefault: (tenant) =>
      `Dieses Widget ist der Standard von ${tenant}. Zuerst muss ein anderer Standard gewählt werden; das tut ein Betreiber.`,
    title: (widget) => `${widget} löschen?`,
    what: 'Seiten, die es zeigen, weisen Besucher ab sofort ab. Gespräche bleiben erhalten. Das lässt sich nicht rückgängig machen.',
    type: (widget) => `Geben Sie ${widget} ein, um zu löschen`,
    button: 'Löschen',
  },
};
