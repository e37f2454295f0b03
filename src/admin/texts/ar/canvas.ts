import type { Texts } from '../shape.ts';

export const canvas: Texts['canvas'] = {
  showAs: 'طريقة العرض',
  title: 'مخطط',
  list: 'قائمة',
  label: (flow) => `مخطط ${flow}`,
  help: 'السهم الأيسر يتبع الطريق الأول، والسهم الأيمن يعود، والسهمان الأعلى والأسفل ينتقلان إلى ما بجانبها. مفتاح Enter يقرأ الخطوة، وHome يعود إلى البداية، و1 يعرض الكل، وزائد وناقص للتكبير والتصغير. القائمة تعرض الخطوات نفسها. ويطوي F مجموعة الخطوة.',
  choose: 'اختر خطوة لتقرأها كاملة.',
  said: (card, ways, position, all) => `${card}، الطرق: ${ways}، ${position} من ${all}`,
  entries: { start: 'البداية', words: 'كلمات', failure: 'إذا فشل شيء' },
  comesBack: 'تعود بعدها',
  duringHandoff: 'أثناء التسليم',
  fold: 'طي',
  unfold: 'فتح الطي',
  group: (title, steps) => `${title}، خطوات مطوية: ${steps}`,
  steps: (count) => `الخطوات: ${count}`,
  zoomIn: 'تكبير',
  zoomOut: 'تصغير',
  fit: 'عرض الكل',
  toStart: 'إلى البداية',
  map: 'خريطة صغيرة للمسار',
  broken: 'تعذر ترتيب الخطوات. القائمة تعرضها كلها.',
};
