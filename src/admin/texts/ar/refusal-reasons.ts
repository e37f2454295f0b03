import type { ReportTexts } from '../shape.ts';

/** لماذا تُرفض طلبات الزوار، بحسب كلمة الخدمة. */
export const refusalReasons: ReportTexts['refusals'] = {
  sites: {
    none: 'بلا موقع (برنامج)',
    unreadable: 'عنوان غير صالح',
    others: 'مواقع أخرى',
  },
  reasons: {
    origin_not_allowed: 'لا يحق للموقع عرض الأداة',
    rate_limited: 'رسائل كثيرة في الدقيقة',
    too_many_new_sessions: 'زوار جدد كثيرون من عنوان واحد',
    too_many_waiting: 'رسائل كثيرة ما زالت تنتظر ردًا',
    invalid_body: 'المحتوى غير صالح',
    invalid_header: 'ترويسة غير صالحة',
    missing_header: 'ترويسة ناقصة',
    invalid_parameter: 'معامل غير صالح',
    invalid_signature: 'التوقيع لا يطابق',
    invalid_visitor_token: 'رمز الزائر غير صالح',
    visitor_token_expired: 'انتهت صلاحية رمز الزائر',
    widget_not_found: 'لا توجد أداة كهذه',
    conversation_not_found: 'لا توجد محادثة كهذه',
    route_not_found: 'لا شيء في هذا العنوان',
    method_not_allowed: 'العنوان لا يقبل هذه الطريقة',
    idempotency_conflict: 'استُخدم المفتاح مع محتوى آخر',
    request_in_progress: 'الرسالة نفسها ما زالت قيد المعالجة',
    body_too_large: 'الرسالة أكبر من المسموح',
    unsupported_media_type: 'المحتوى ليس JSON',
    uploads_not_allowed: 'الملفات غير مسموح بها',
    file_type_not_allowed: 'هذا النوع من الملفات غير مسموح به',
    file_too_large: 'الملف أكبر من المسموح',
    too_many_uploads: 'ملفات كثيرة',
    file_not_found: 'لا يوجد ملف كهذا',
    file_pending: 'لم يُفحص الملف بعد',
    file_rejected: 'رُفض الملف',
  },
};
