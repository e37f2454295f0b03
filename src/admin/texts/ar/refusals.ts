import type { Texts } from '../shape.ts';

export const refusals: Texts['refusals'] = {
  last_admin: 'لا يمكنك إزالة آخر مسؤول. اجعل شخصًا آخر سجّل الدخول من قبل مسؤولًا أولًا.',
  own_account: 'لا يغيّر أحد حسابه. اطلب ذلك من مسؤول آخر.',
  role_above_own: 'لا يمكنك منح دور أعلى من دورك، ولا تغيير من يحمله.',
  user_busy: 'يغيّر شخص آخر هذا المستخدم. انظر مرة أخرى بعد قليل.',
  user_disabled: 'هذا المستخدم معطّل. فعّله أولًا.',
  already_exists: 'يوجد واحد بهذا الاسم أو العنوان.',
};
