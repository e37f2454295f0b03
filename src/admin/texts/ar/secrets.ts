import type { Texts } from '../shape.ts';

export const secrets: Texts['secrets'] = {
  sharedWith: 'يستخدم القيمة نفسها آخرون، وتتغير لهم أيضًا:',
  missing: 'لم يُضبط. بدونه تُرفض اتصالات المزوّد.',
  notSet: 'لم يُضبط.',
  setBy: (who, when) => `ضبطه ${who}، ${when}`,
  setByFiles: 'ضبطه سطر الأوامر',
  value: (name) => `${name}: القيمة`,
  newValue: (name) => `${name}: قيمة جديدة`,
  showTyped: 'إظهار ما كُتب',
  set: (name) => `ضبط: ${name}`,
  replace: (name) => `استبدال: ${name}`,
  remove: {
    open: (name) => `إزالة: ${name}…`,
    title: (name) => `إزالة: ${name}؟`,
    what: 'تذهب قيمته نهائيًا، ويتوقف ما يحتاجه فورًا.',
    button: 'إزالة',
  },
  previous: 'لا تزال القيمة السابقة صالحة، كي لا يُرفض شيء أثناء تغييرها لدى الطرف الآخر.',
  endOverlap: 'إنهاء التداخل',
};
