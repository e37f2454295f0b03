/** Error codes that can be acted upon, by meaning. @see the Cloud API's "Error codes" */
const reasons: Readonly<Record<string, string>> = {
  131047: 'window_closed',
  470: 'window_closed',
  131026: 'recipient_unreachable',
  1013: 'recipient_unreachable',
  132000: 'template_values_missing',
  132001: 'template_not_found',
  132005: 'template_too_long',
  132007: 'template_against_policy',
  132012: 'template_values_refused',
  132015: 'template_paused',
  132016: 'template_disabled',
  131021: 'recipient_is_sender',
  131030: 'recipient_not_allowed',
  131050: 'recipient_opted_out',
  131051: 'unsupported_message_type',
  131052: 'media_download_failed',
  131053: 'media_upload_failed',
  131008: 'missing_parameter',
  131009: 'invalid_parameter',
  100: 'invalid_parameter',
  131042: 'payment_problem',
  131031: 'account_locked',
  368: 'account_blocked',
  130497: 'country_not_allowed',
  131048: 'spam_limit',
  131056: 'pair_limit',
  130429: 'throughput_limit',
  80007: 'throughput_limit',
  4: 'throughput_limit',
  133016: 'registration_limit',
  131049: 'held_back_by_provider',
  190: 'invalid_sending_token',
  0: 'invalid_sending_token',
  10: 'permission_denied',
  200: 'permission_denied',
};

/** A stable word for a provider's error code, or one made of the code. */
export function failureReason(code: string | number): string {
  return reasons[String(code)] ?? `provider_error_${String(code).slice(0, 40)}`;
}
