import type { PeopleTexts } from '../shape.ts';

export const people: PeopleTexts = {
  title: (user) => `الشخص ${user}`,
  kept: 'ما يُحفظ',
  nothing: 'لا شيء محفوظ عن هذا الشخص.',
  names: 'يُعرف باسم',
  none: '–',
  turns: 'الأدوار',
  count: (count, isMore) => (isMore ? `${count} أو أكثر` : String(count)),
  audited: 'يُسجَّل في سجل التغييرات أنك نظرت هنا، دون المحتوى.',
  save: 'تصدير كملف',
  goes: (conversations, turns) =>
    `يذهب هذا نهائيًا: المحادثات ${conversations}، والأدوار ${turns}، وكل اسم وحالة تسليم محفوظة عنه.`,
  erased: (conversations, turns) => `مُحي: المحادثات ${conversations}، والأدوار ${turns}.`,
  erase: {
    open: 'محو…',
    title: 'محو هذا الشخص؟',
    what: 'يستغرق ذلك بضع ثوانٍ ولا يمكن التراجع عنه. إذا كتب مرة أخرى تبدأ محادثة جديدة.',
    type: 'اكتب المعرّف لمحوه',
    button: 'محو',
  },
};
