import type { InboxTexts } from '../shape.ts';

/** The page of saved replies. */
export const replies: InboxTexts['replies'] = {
  title: 'الردود المحفوظة',
  about: 'ردود تدرجها أنت وزملاؤك بكتابة /. يصبح {{ user.firstName | there }} الاسم الأول للزائر.',
  add: 'احفظ ردًا',
  empty: 'لم يُحفظ شيء بعد. احفظ ما تكتبه كثيرًا.',
  name: 'الاسم',
  nameHint: 'ما يُعثر عليه به.',
  text: 'النص',
  textHint: 'قد يحوي {{ user.firstName | there }} و{{ user.email }} و{{ user.phone }} و{{ agent.name }}.',
  language: 'اللغة',
  languageHint: 'مثل ar أو pt-BR. اتركه فارغًا لكل الزوار.',
  anyLanguage: 'الكل',
  edit: (name) => `عدّل ${name}`,
  save: 'احفظ',
  saved: (name) => `حُفظ ${name}.`,
  remove: {
    open: (name) => `احذف ${name}`,
    button: 'احذف',
    what: 'يختفي للجميع، ويبقى ما أُرسل به.',
    done: (name) => `حُذف ${name}.`,
  },
};
