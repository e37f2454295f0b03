import type { Texts } from '../shape.ts';

export const tenants: Texts['tenants'] = {
  title: 'المستأجرون',
  about: 'جميع عملاء المنصة. العمل في أحدهم يُظهر مساراته ومحادثاته وسجل تغييراته.',
  empty: 'لا يوجد مستأجرون بعد.',
  find: 'بحث',
  all: 'كل المستأجرين',
  name: 'الاسم',
  status: 'الحالة',
  limits: 'الحدود',
  defaults: 'الافتراضية',
  statuses: { active: 'نشط', suspended: 'موقوف' },
  perMinute: (count) => `الرسائل في الدقيقة: ${count}`,
  days: (count) => `أيام الحفظ: ${count}`,
  workIn: (tenant) => `العمل في ${tenant}`,
  suspend: {
    open: (tenant) => `إيقاف ${tenant}…`,
    title: (tenant) => `إيقاف ${tenant}؟`,
    what: 'لن يُردّ على زواره ولن يتمكن أفراده من تسجيل الدخول حتى يُستأنف. لا يُحذف شيء.',
    type: (tenant) => `اكتب ${tenant} لإيقافه`,
    button: 'إيقاف',
  },
  resume: {
    open: (tenant) => `استئناف ${tenant}…`,
    title: (tenant) => `استئناف ${tenant}؟`,
    what: 'يُردّ على زواره من جديد، ويمكن لأفراده تسجيل الدخول.',
    button: 'استئناف',
  },
};
