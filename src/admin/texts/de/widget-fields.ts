import type { Texts } from '../shape.ts';

/** What the settings of a widget are called. */
export const widgetFields: Texts['widgets']['fields'] = {
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
  'appearance.opening_hours': {
    label: 'Öffnungszeiten',
    hint: 'Wann Menschen antworten, nach der Uhr des Mandanten: 09:00-12:00, 13:00-18:00. Besucher lesen in ihrer eigenen Zeit, bis wann jemand da ist oder ab wann. Ohne Zeiten steht nichts da.',
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
