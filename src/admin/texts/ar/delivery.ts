import type { InboxTexts } from '../shape.ts';

/** How far a reply has come at its provider, and why it came no further. */
export const delivery: InboxTexts['delivery'] = {
  ticks: {
    waiting: 'ينتظر الإرسال',
    sent: '✓ أُرسل',
    delivered: '✓✓ وصل',
    read: '✓✓ قُرئ',
    failed: '✕ فشل:',
  },
  reasons: {
    window_closed: 'انتهت مهلة الرد البالغة 24 ساعة',
    expired: 'لم يمكن إرسالها في الوقت المناسب',
    recipient_unreachable: 'لا يمكن الوصول إلى المستلم',
    recipient_opted_out: 'لا يرغب المستلم في رسائل كهذه',
    held_back_by_provider: 'حجبها المزوّد لأن المستلم تلقّى الكثير',
    payment_problem: 'لدى الحساب مشكلة في الدفع عند المزوّد',
    template_not_found: 'لا يملك المزوّد قالبًا كهذا بهذه اللغة',
    template_paused: 'أوقف المزوّد القالب مؤقتًا',
    template_disabled: 'عطّل المزوّد القالب',
    template_values_missing: 'يتطلب القالب قيمًا أخرى',
    template_values_refused: 'رفض المزوّد القيم التي تملأ القالب',
    template_too_long: 'القالب بعد ملئه طويل جدًا',
    template_against_policy: 'القالب يخالف سياسة المزوّد',
  },
};
