import type { EditorTexts } from '../shape.ts';

export const expressions: EditorTexts['expressions'] = {
  insert: '{x} إدراج',
  insertHint: 'يعرض المتغيرات والدوال؛ وكذلك تفعل {{ داخل النص',
  offered: 'الاقتراحات',
  kinds: {
    text: 'نص',
    number: 'عدد',
    flag: 'صحيح أو خطأ',
    list: 'قائمة',
    object: 'كائن',
    unknown: 'أي نوع',
    function: 'دالة',
  },
  maybe: 'ليس كل طريق يؤدي إلى هنا يعيّنه.',
  example: 'مثال:',
  lacking: (names: string) => `${names}: لا قيمة بعد. محادثة الاختبار تأتي بواحدة.`,
  dear: (percent: number) => `مع القيم الكبيرة يستهلك ${percent} % مما يجوز للخطوة حسابه.`,
};
