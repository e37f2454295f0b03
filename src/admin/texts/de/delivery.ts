import type { InboxTexts } from '../shape.ts';

/** How far a reply has come at its provider, and why it came no further. */
export const delivery: InboxTexts['delivery'] = {
  ticks: {
    waiting: 'Wartet auf den Versand',
    sent: '✓ gesendet',
    delivered: '✓✓ zugestellt',
    read: '✓✓ gelesen',
    failed: '✕ fehlgeschlagen:',
  },
  reasons: {
    window_closed: 'Die 24 Stunden zum Antworten waren vorbei',
    expired: 'Sie konnte nicht rechtzeitig gesendet werden',
    recipient_unreachable: 'Der Empfänger ist nicht zu erreichen',
    recipient_opted_out: 'Der Empfänger will keine solchen Nachrichten',
    held_back_by_provider: 'Der Anbieter hielt sie zurück: Der Empfänger bekam zu viele',
    payment_problem: 'Das Konto hat beim Anbieter ein Zahlungsproblem',
    template_not_found: 'Der Anbieter hat keine solche Vorlage in dieser Sprache',
    template_paused: 'Der Anbieter hat die Vorlage angehalten',
    template_disabled: 'Der Anbieter hat die Vorlage gesperrt',
    template_values_missing: 'Die Vorlage will andere Werte',
    template_values_refused: 'Der Anbieter hat abgelehnt, was die Vorlage füllt',
    template_too_long: 'Die gefüllte Vorlage ist zu lang',
    template_against_policy: 'Die Vorlage verstößt gegen die Regeln des Anbieters',
  },
};
