import type { EditorFormTexts } from '../shape.ts';

export const editorVariables: EditorFormTexts['variables'] = {
  title: 'المتغيرات',
  none: 'لا شيء بعد. ينشئها سؤال أو ضبط أو خطوة HTTP.',
  name: 'الاسم',
  start: (name) => `القيمة الأولى لـ ${name} (JSON)`,
  add: 'إضافة متغير',
  taken: 'يوجد متغير بهذا الاسم.',
  noName: 'يبدأ الاسم بحرف لاتيني، تليه حروف وأرقام و_.',
  used: (set, read) => `يُضبط في ${set} ويُقرأ في ${read}.`,
  unused: 'لا شيء يقرؤه.',
  secrets: 'الأسرار',
  secretsHint: 'يضبطها مسؤول البوابة. لا أحد يقرأ قيمها هنا.',
  kinds: {
    text: 'نص.',
    number: 'عدد.',
    flag: 'صح أو خطأ.',
    list: 'قائمة.',
    object: 'كائن.',
    unknown: 'بلا قيمة أولى.',
  },
};
