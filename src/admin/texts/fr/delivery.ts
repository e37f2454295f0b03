import type { InboxTexts } from '../shape.ts';

/** How far a reply has come at its provider, and why it came no further. */
export const delivery: InboxTexts['delivery'] = {
  ticks: {
    waiting: 'Attend d’être envoyé',
    sent: '✓ envoyé',
    delivered: '✓✓ remis',
    read: '✓✓ lu',
    failed: '✕ échec :',
  },
  reasons: {
    window_closed: 'Les 24 heures pour répondre étaient écoulées',
    expired: 'Il n’a pas pu être envoyé à temps',
    recipient_unreachable: 'Le destinataire est injoignable',
    recipient_opted_out: 'Le destinataire ne veut pas de tels messages',
    held_back_by_provider: 'Le fournisseur l’a retenu : le destinataire en a trop reçu',
    payment_problem: 'Le compte a un problème de paiement chez le fournisseur',
    template_not_found: 'Le fournisseur n’a pas ce modèle dans cette langue',
    template_paused: 'Le fournisseur a suspendu le modèle',
    template_disabled: 'Le fournisseur a désactivé le modèle',
    template_values_missing: 'Le modèle attend d’autres valeurs',
    template_values_refused: 'Le fournisseur a refusé ce qui remplit le modèle',
    template_too_long: 'Le modèle rempli est trop long',
    template_against_policy: 'Le modèle enfreint les règles du fournisseur',
  },
};
