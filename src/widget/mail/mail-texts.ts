import type { TextsByLanguage } from '../in-language.ts';

export interface MailTexts {
  /** Above the field. */
  readonly offer: string;
  /** Where nobody is there. */
  readonly awayOffer: string;
  readonly label: string;
  readonly send: string;
  readonly invalid: string;
  /** `{email}` is the address. */
  readonly sent: string;
  readonly confirmed: string;
  readonly failed: string;
  readonly limited: string;
  readonly transcriptOffer: string;
  readonly transcriptSent: string;
  readonly linkGone: string;
}

/** In all languages: they load together, when an email address is first asked for. */
export const mailTexts: TextsByLanguage<MailTexts> = {
  ar: {
    offer: 'لا تريد الانتظار؟ اترك بريدك الإلكتروني وسنخبرك عند الرد.',
    awayOffer: 'لا أحد متاح حاليًا. اترك بريدك الإلكتروني وسنخبرك عند الرد.',
    label: 'عنوان البريد الإلكتروني',
    send: 'إخطاري بالبريد',
    invalid: 'أدخل عنوان بريد إلكتروني صالحًا.',
    sent: 'تحقق من بريدك {email} وانقر الرابط للتأكيد.',
    confirmed: 'سنخبرك عبر البريد الإلكتروني بالردود غير المقروءة.',
    failed: 'تعذر الإرسال. حاول مرة أخرى.',
    limited: 'محاولات كثيرة. حاول لاحقًا.',
    transcriptOffer: 'إلى أي عنوان نرسل نسخة هذه المحادثة؟',
    transcriptSent: 'ستصلك نسخة المحادثة عبر البريد الإلكتروني.',
    linkGone: 'انتهت صلاحية الرابط أو سبق استخدامه. يمكنك متابعة الدردشة هنا.',
  },
  de: {
    offer:
      'Sie möchten nicht warten? Geben Sie Ihre E-Mail-Adresse an, und wir benachrichtigen Sie bei einer Antwort.',
    awayOffer:
      'Derzeit ist niemand verfügbar. Geben Sie Ihre E-Mail-Adresse an, und wir benachrichtigen Sie bei einer Antwort.',
    label: 'E-Mail-Adresse',
    send: 'Benachrichtigen',
    invalid: 'Geben Sie eine gültige E-Mail-Adresse ein.',
    sent: 'Wir haben eine E-Mail an {email} gesendet. Klicken Sie zur Bestätigung auf den Link darin.',
    confirmed: 'Über ungelesene Antworten informieren wir Sie per E-Mail.',
    failed: 'Das hat nicht geklappt. Versuchen Sie es erneut.',
    limited: 'Zu viele Versuche. Versuchen Sie es später noch einmal.',
    transcriptOffer: 'An welche Adresse sollen wir den Chatverlauf senden?',
    transcriptSent: 'Sie erhalten den Chatverlauf per E-Mail.',
    linkGone: 'Der Link ist abgelaufen oder wurde schon verwendet. Sie können hier weiterchatten.',
  },
  en: {
    offer: 'Don’t want to wait? Leave your email address and we’ll let you know when there’s a reply.',
    awayOffer:
      'No one is available right now. Leave your email address and we’ll let you know when there’s a reply.',
    label: 'Email address',
    send: 'Notify me',
    invalid: 'Enter a valid email address.',
    sent: 'Check {email} and click the link to confirm.',
    confirmed: 'We’ll email you about replies that you haven’t read.',
    failed: 'Couldn’t send. Try again.',
    limited: 'Too many attempts. Try again later.',
    transcriptOffer: 'Where should we send the transcript of this conversation?',
    transcriptSent: 'We’ll email you the transcript.',
    linkGone: 'The link has expired or was already used. You can keep chatting here.',
  },
  es: {
    offer: '¿No quieres esperar? Deja tu correo y te avisaremos cuando haya una respuesta.',
    awayOffer:
      'Ahora mismo no hay nadie disponible. Deja tu correo y te avisaremos cuando haya una respuesta.',
    label: 'Correo electrónico',
    send: 'Avisarme',
    invalid: 'Introduce un correo electrónico válido.',
    sent: 'Abre el correo que enviamos a {email} y haz clic en el enlace para confirmar.',
    confirmed: 'Te avisaremos por correo de las respuestas que no hayas leído.',
    failed: 'No ha funcionado. Inténtalo de nuevo.',
    limited: 'Demasiados intentos. Inténtalo más tarde.',
    transcriptOffer: '¿A qué dirección enviamos la conversación?',
    transcriptSent: 'Recibirás la conversación por correo.',
    linkGone: 'El enlace ha caducado o ya se ha usado. Puedes seguir chateando aquí.',
  },
  fr: {
    offer:
      'Vous ne voulez pas attendre ? Laissez votre e-mail et nous vous préviendrons dès que vous aurez une réponse.',
    awayOffer:
      'Personne n’est disponible pour le moment. Laissez votre e-mail et nous vous préviendrons dès que vous aurez une réponse.',
    label: 'Adresse e-mail',
    send: 'Me prévenir',
    invalid: 'Saisissez une adresse e-mail valide.',
    sent: 'Consultez la boîte de réception de {email} et cliquez sur le lien pour confirmer.',
    confirmed: 'Nous vous préviendrons par e-mail des réponses non lues.',
    failed: 'Cela n’a pas fonctionné. Réessayez.',
    limited: 'Trop de tentatives. Réessayez plus tard.',
    transcriptOffer: 'À quelle adresse envoyer cette conversation ?',
    transcriptSent: 'Vous recevrez la conversation par e-mail.',
    linkGone: 'Le lien a expiré ou a déjà été utilisé. Vous pouvez continuer la discussion ici.',
  },
  it: {
    offer: 'Non vuoi aspettare? Lascia la tua email e ti avviseremo quando c’è una risposta.',
    awayOffer:
      'Al momento non c’è nessuno disponibile. Lascia la tua email e ti avviseremo quando c’è una risposta.',
    label: 'Indirizzo email',
    send: 'Avvisami',
    invalid: 'Inserisci un indirizzo email valido.',
    sent: 'Apri l’email inviata a {email} e fai clic sul link per confermare.',
    confirmed: 'Ti avviseremo via email delle risposte non lette.',
    failed: 'Qualcosa non ha funzionato. Riprova.',
    limited: 'Troppi tentativi. Riprova più tardi.',
    transcriptOffer: 'A quale indirizzo inviamo questa conversazione?',
    transcriptSent: 'Riceverai la conversazione via email.',
    linkGone: 'Il link è scaduto o è già stato usato. Puoi continuare a chattare qui.',
  },
  ja: {
    offer: 'お待ちいただかなくても、メールアドレスをご入力いただければ、返信があった際にお知らせします。',
    awayOffer:
      'ただいま対応できるスタッフがいません。メールアドレスをご入力いただくと、返信があった際にお知らせします。',
    label: 'メールアドレス',
    send: '通知を受け取る',
    invalid: '有効なメールアドレスを入力してください。',
    sent: '{email}に届いたメールのリンクをクリックして確認してください。',
    confirmed: '未読の返信をメールでお知らせします。',
    failed: '送信できませんでした。もう一度お試しください。',
    limited: '試行回数が多すぎます。後でもう一度お試しください。',
    transcriptOffer: 'この会話をどのアドレスに送信しますか？',
    transcriptSent: '会話をメールでお送りします。',
    linkGone: 'リンクの有効期限が切れているか、すでに使用されています。ここでチャットを続けられます。',
  },
  nl: {
    offer: 'Wil je niet wachten? Laat je e-mailadres achter, dan laten we het je weten als er antwoord is.',
    awayOffer:
      'Er is nu niemand beschikbaar. Laat je e-mailadres achter, dan laten we het je weten als er antwoord is.',
    label: 'E-mailadres',
    send: 'Houd me op de hoogte',
    invalid: 'Voer een geldig e-mailadres in.',
    sent: 'Open de e-mail die we naar {email} hebben gestuurd en klik op de link om te bevestigen.',
    confirmed: 'We mailen je als er antwoorden zijn die je nog niet hebt gelezen.',
    failed: 'Dat is niet gelukt. Probeer het opnieuw.',
    limited: 'Te veel pogingen. Probeer het later opnieuw.',
    transcriptOffer: 'Naar welk adres sturen we dit gesprek?',
    transcriptSent: 'Je ontvangt het gesprek per e-mail.',
    linkGone: 'De link is verlopen of al gebruikt. Je kunt hier verder chatten.',
  },
  pl: {
    offer: 'Nie chcesz czekać? Zostaw adres e-mail, a damy znać, gdy pojawi się odpowiedź.',
    awayOffer: 'Obecnie nikt nie jest dostępny. Zostaw adres e-mail, a damy znać, gdy pojawi się odpowiedź.',
    label: 'Adres e-mail',
    send: 'Powiadom mnie',
    invalid: 'Podaj prawidłowy adres e-mail.',
    sent: 'Sprawdź skrzynkę {email} i kliknij link, aby potwierdzić.',
    confirmed: 'Powiadomimy Cię e-mailem o nieprzeczytanych odpowiedziach.',
    failed: 'Nie udało się. Spróbuj ponownie.',
    limited: 'Zbyt wiele prób. Spróbuj później.',
    transcriptOffer: 'Na jaki adres wysłać tę rozmowę?',
    transcriptSent: 'Wyślemy Ci rozmowę e-mailem.',
    linkGone: 'Link wygasł albo został już użyty. Możesz dalej rozmawiać tutaj.',
  },
  pt: {
    offer: 'Não quer esperar? Deixe seu e-mail e avisaremos quando houver uma resposta.',
    awayOffer:
      'Não há ninguém disponível no momento. Deixe seu e-mail e avisaremos quando houver uma resposta.',
    label: 'E-mail',
    send: 'Avise-me',
    invalid: 'Digite um e-mail válido.',
    sent: 'Verifique a caixa de entrada de {email} e clique no link para confirmar.',
    confirmed: 'Avisaremos por e-mail sobre respostas não lidas.',
    failed: 'Não funcionou. Tente novamente.',
    limited: 'Muitas tentativas. Tente mais tarde.',
    transcriptOffer: 'Para qual endereço enviamos esta conversa?',
    transcriptSent: 'Você receberá a conversa por e-mail.',
    linkGone: 'O link expirou ou já foi usado. Você pode continuar a conversa aqui.',
  },
  tr: {
    offer: 'Beklemek istemiyor musunuz? E-posta adresinizi bırakın, yanıt gelince haber verelim.',
    awayOffer: 'Şu anda kimse müsait değil. E-posta adresinizi bırakın, yanıt gelince haber verelim.',
    label: 'E-posta adresi',
    send: 'Haber ver',
    invalid: 'Geçerli bir e-posta adresi girin.',
    sent: '{email} adresine gönderdiğimiz e-postayı açın ve onaylamak için bağlantıya tıklayın.',
    confirmed: 'Okumadığınız yanıtları e-postayla bildireceğiz.',
    failed: 'Bir sorun oluştu. Yeniden deneyin.',
    limited: 'Çok fazla deneme. Daha sonra yeniden deneyin.',
    transcriptOffer: 'Bu konuşmayı hangi adrese gönderelim?',
    transcriptSent: 'Konuşmayı e-postayla alacaksınız.',
    linkGone: 'Bağlantının süresi doldu veya daha önce kullanıldı. Sohbete buradan devam edebilirsiniz.',
  },
  zh: {
    offer: '不想等待？留下您的邮箱，有回复时我们会通知您。',
    awayOffer: '目前没有客服在线。留下您的邮箱，有回复时我们会通知您。',
    label: '电子邮箱',
    send: '通知我',
    invalid: '请输入有效的邮箱地址。',
    sent: '请查看 {email} 的收件箱，点击链接进行确认。',
    confirmed: '有未读回复时，我们会通过邮件通知您。',
    failed: '操作失败，请重试。',
    limited: '尝试次数过多，请稍后再试。',
    transcriptOffer: '将此聊天记录发送到哪个邮箱？',
    transcriptSent: '聊天记录将发送到您的邮箱。',
    linkGone: '链接已过期或已被使用。您可以在这里继续聊天。',
  },
};
