import type { ReportTexts } from '../shape.ts';

/** Warum Anfragen von Besuchern abgewiesen werden, nach dem Wort des Dienstes dafür. */
export const refusals: ReportTexts['refusals'] = {
  title: 'Abgewiesene Anfragen nach Grund und Website',
  reason: 'Grund',
  messages: 'Abgewiesene Nachrichten',
  otherRequests: 'Andere abgewiesene Anfragen',
  refused: 'Abgewiesen',
  ofMessages: 'Davon Nachrichten',
  site: 'Website',
  atLeast: 'mindestens',
  nothing: (from, to) => `Zwischen ${from} und ${to} wurde nichts Abgewiesenes gezählt.`,
  notInLog: (days) =>
    days === 1
      ? 'Nicht im Protokoll. Wird einen Tag aufbewahrt.'
      : `Nicht im Protokoll. Wird ${days} Tage aufbewahrt.`,
  sites: {
    none: 'Keine Website (ein Programm)',
    unreadable: 'Keine gültige Adresse',
    others: 'Andere Websites',
  },
  reasons: {
    origin_not_allowed: 'Die Website darf das Widget nicht zeigen',
    rate_limited: 'Zu viele Nachrichten in der Minute',
    too_many_new_sessions: 'Zu viele neue Besucher von einer Adresse',
    too_many_waiting: 'Zu viele Nachrichten warten noch auf Antwort',
    invalid_body: 'Der Inhalt ist ungültig',
    invalid_header: 'Ein Header ist ungültig',
    missing_header: 'Ein Header fehlt',
    invalid_parameter: 'Ein Parameter ist ungültig',
    invalid_signature: 'Die Signatur stimmt nicht',
    invalid_visitor_token: 'Das Token des Besuchers ist ungültig',
    visitor_token_expired: 'Das Token des Besuchers ist abgelaufen',
    widget_not_found: 'Dieses Widget gibt es nicht',
    conversation_not_found: 'Dieses Gespräch gibt es nicht',
    route_not_found: 'Unter dieser Adresse gibt es nichts',
    method_not_allowed: 'Die Adresse nimmt diese Methode nicht an',
    idempotency_conflict: 'Der Schlüssel wurde mit anderem Inhalt benutzt',
    request_in_progress: 'Dieselbe Nachricht wird noch bearbeitet',
    body_too_large: 'Die Nachricht ist zu groß',
    unsupported_media_type: 'Der Inhalt ist kein JSON',
    uploads_not_allowed: 'Dateien sind nicht erlaubt',
    file_type_not_allowed: 'Diese Art von Datei ist nicht erlaubt',
    file_too_large: 'Die Datei ist zu groß',
    too_many_uploads: 'Zu viele Dateien',
    file_not_found: 'Diese Datei gibt es nicht',
    file_pending: 'Die Datei ist noch nicht geprüft',
    file_rejected: 'Die Datei wurde abgelehnt',
  },
};
