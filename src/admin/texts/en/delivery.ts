/** How far a reply has come at its provider, and why it came no further. */
export const delivery = {
  ticks: {
    waiting: 'Waits to be sent',
    sent: '✓ sent',
    delivered: '✓✓ delivered',
    read: '✓✓ read',
    failed: '✕ failed:',
  },
  /** Why a message was not delivered: the words that most often need somebody's doing. */
  reasons: {
    window_closed: 'The 24 hours to reply were over',
    expired: 'It could not be sent in time',
    recipient_unreachable: 'The recipient cannot be reached',
    recipient_opted_out: 'The recipient wants no such messages',
    held_back_by_provider: 'The provider held it back: the recipient got too many',
    payment_problem: 'The account has a payment problem at the provider',
    template_not_found: 'The provider has no such template in this language',
    template_paused: 'The provider has paused the template',
    template_disabled: 'The provider has disabled the template',
    template_values_missing: 'The template wants other values',
    template_values_refused: 'The provider refused what fills the template',
    template_too_long: 'The filled template is too long',
    template_against_policy: 'The template is against the provider’s policy',
  },
};
