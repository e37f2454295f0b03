/** The texts of emails to visitors and of the pages behind their links. `{name}` is the widget's title, `{email}` the address. */
export interface MailTexts {
  readonly confirmSubject: string;
  readonly confirmText: string;
  readonly confirmButton: string;
  /** For recipients who did not ask for it. */
  readonly confirmIgnore: string;
  readonly replySubject: string;
  readonly replyText: string;
  readonly replyButton: string;
  /** The link works once, and must not be shared. */
  readonly replyLink: string;
  readonly transcriptSubject: string;
  readonly visitor: string;
  /** Why the recipient gets the email. */
  readonly why: string;
  readonly unsubscribe: string;
  readonly confirmAsk: string;
  readonly confirmed: string;
  readonly unsubscribeAsk: string;
  readonly unsubscribed: string;
  readonly resubscribe: string;
  readonly resubscribed: string;
  readonly linkGone: string;
  readonly linkGoneText: string;
  readonly back: string;
}

/** The languages of the widget. */
export const mailTexts: Readonly<Record<string, MailTexts>> = {
  ar: {
    confirmSubject: 'أكّد عنوان بريدك الإلكتروني',
    confirmText: 'طلبت تلقي ردود {name} عبر البريد الإلكتروني. أكّد عنوانك لتصلك.',
    confirmButton: 'تأكيد العنوان',
    confirmIgnore: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة.',
    replySubject: 'رد جديد من {name}',
    replyText: 'لديك رد غير مقروء من {name}.',
    replyButton: 'قراءة الرد',
    replyLink: 'يعمل الرابط مرة واحدة فقط وتنتهي صلاحيته بعد 7 أيام. لا تشاركه مع أحد.',
    transcriptSubject: 'نسخة محادثتك مع {name}',
    visitor: 'أنت',
    why: 'تصلك هذه الرسالة لأن هذا العنوان استُخدم في الدردشة مع {name}.',
    unsubscribe: 'إلغاء الاشتراك',
    confirmAsk: 'هل تريد تلقي ردود {name} على {email}؟',
    confirmed: 'تم تأكيد عنوانك. ستصلك الردود عبر البريد الإلكتروني.',
    unsubscribeAsk: 'هل تريد التوقف عن تلقي رسائل {name}؟',
    unsubscribed: 'تم إلغاء اشتراكك. لن تصلك رسائل أخرى من {name}.',
    resubscribe: 'الاشتراك مجددًا',
    resubscribed: 'ستصلك رسائل {name} من جديد.',
    linkGone: 'هذا الرابط غير صالح',
    linkGoneText: 'انتهت صلاحية الرابط أو سبق استخدامه. افتح الدردشة على الموقع لطلب رابط جديد.',
    back: 'العودة إلى الدردشة',
  },
  de: {
    confirmSubject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    confirmText: 'Sie möchten Antworten von {name} per E-Mail erhalten. Bestätigen Sie dafür Ihre Adresse.',
    confirmButton: 'Adresse bestätigen',
    confirmIgnore: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
    replySubject: 'Neue Antwort von {name}',
    replyText: 'Sie haben eine ungelesene Antwort von {name}.',
    replyButton: 'Antwort lesen',
    replyLink: 'Der Link funktioniert nur einmal und ist 7 Tage gültig. Geben Sie ihn nicht weiter.',
    transcriptSubject: 'Ihr Chatverlauf mit {name}',
    visitor: 'Sie',
    why: 'Sie erhalten diese E-Mail, weil diese Adresse im Chat mit {name} angegeben wurde.',
    unsubscribe: 'Abbestellen',
    confirmAsk: 'Antworten von {name} an {email} senden?',
    confirmed: 'Ihre Adresse ist bestätigt. Sie erhalten Antworten per E-Mail.',
    unsubscribeAsk: 'Keine E-Mails von {name} mehr erhalten?',
    unsubscribed: 'Abbestellt. Sie erhalten keine E-Mails von {name} mehr.',
    resubscribe: 'Wieder abonnieren',
    resubscribed: 'Sie erhalten wieder E-Mails von {name}.',
    linkGone: 'Dieser Link ist ungültig',
    linkGoneText:
      'Er ist abgelaufen oder wurde schon verwendet. Öffnen Sie den Chat auf der Website, um einen neuen anzufordern.',
    back: 'Zurück zum Chat',
  },
  en: {
    confirmSubject: 'Confirm your email address',
    confirmText: 'You asked for replies from {name} by email. Confirm your address to receive them.',
    confirmButton: 'Confirm address',
    confirmIgnore: 'If you didn’t ask for this, ignore this email.',
    replySubject: 'New reply from {name}',
    replyText: 'You have an unread reply from {name}.',
    replyButton: 'Read reply',
    replyLink: 'The link works once and expires in 7 days. Don’t share it.',
    transcriptSubject: 'Your chat with {name}',
    visitor: 'You',
    why: 'You’re receiving this email because this address was entered in the chat with {name}.',
    unsubscribe: 'Unsubscribe',
    confirmAsk: 'Send replies from {name} to {email}?',
    confirmed: 'Your address is confirmed. You will get replies by email.',
    unsubscribeAsk: 'Stop getting emails from {name}?',
    unsubscribed: 'You are unsubscribed. You won’t get any more emails from {name}.',
    resubscribe: 'Subscribe again',
    resubscribed: 'You will get emails from {name} again.',
    linkGone: 'This link doesn’t work',
    linkGoneText: 'It has expired or was already used. Open the chat on the website to get a new one.',
    back: 'Back to the chat',
  },
  es: {
    confirmSubject: 'Confirma tu correo electrónico',
    confirmText:
      'Has pedido recibir las respuestas de {name} por correo. Confirma tu dirección para recibirlas.',
    confirmButton: 'Confirmar dirección',
    confirmIgnore: 'Si no lo has pedido, ignora este correo.',
    replySubject: 'Nueva respuesta de {name}',
    replyText: 'Tienes una respuesta sin leer de {name}.',
    replyButton: 'Leer respuesta',
    replyLink: 'El enlace funciona una sola vez y caduca a los 7 días. No lo compartas.',
    transcriptSubject: 'Tu chat con {name}',
    visitor: 'Tú',
    why: 'Recibes este correo porque esta dirección se indicó en el chat con {name}.',
    unsubscribe: 'Cancelar suscripción',
    confirmAsk: '¿Enviar las respuestas de {name} a {email}?',
    confirmed: 'Tu dirección está confirmada. Recibirás las respuestas por correo.',
    unsubscribeAsk: '¿Dejar de recibir correos de {name}?',
    unsubscribed: 'Suscripción cancelada. No recibirás más correos de {name}.',
    resubscribe: 'Volver a suscribirse',
    resubscribed: 'Volverás a recibir correos de {name}.',
    linkGone: 'Este enlace no es válido',
    linkGoneText: 'Ha caducado o ya se ha usado. Abre el chat en el sitio web para obtener otro.',
    back: 'Volver al chat',
  },
  fr: {
    confirmSubject: 'Confirmez votre adresse e-mail',
    confirmText:
      'Vous souhaitez recevoir les réponses de {name} par e-mail. Confirmez votre adresse pour les recevoir.',
    confirmButton: 'Confirmer l’adresse',
    confirmIgnore: 'Si vous n’avez rien demandé, ignorez cet e-mail.',
    replySubject: 'Nouvelle réponse de {name}',
    replyText: 'Vous avez une réponse non lue de {name}.',
    replyButton: 'Lire la réponse',
    replyLink: 'Le lien ne fonctionne qu’une fois et expire au bout de 7 jours. Ne le partagez pas.',
    transcriptSubject: 'Votre conversation avec {name}',
    visitor: 'Vous',
    why: 'Vous recevez cet e-mail parce que cette adresse a été indiquée dans le chat avec {name}.',
    unsubscribe: 'Se désabonner',
    confirmAsk: 'Envoyer les réponses de {name} à {email} ?',
    confirmed: 'Votre adresse est confirmée. Vous recevrez les réponses par e-mail.',
    unsubscribeAsk: 'Ne plus recevoir d’e-mails de {name} ?',
    unsubscribed: 'Vous êtes désabonné. Vous ne recevrez plus d’e-mails de {name}.',
    resubscribe: 'Se réabonner',
    resubscribed: 'Vous recevrez de nouveau les e-mails de {name}.',
    linkGone: 'Ce lien n’est pas valide',
    linkGoneText: 'Il a expiré ou a déjà été utilisé. Ouvrez le chat sur le site pour en obtenir un autre.',
    back: 'Retour au chat',
  },
  it: {
    confirmSubject: 'Conferma il tuo indirizzo email',
    confirmText:
      'Hai chiesto di ricevere le risposte di {name} via email. Conferma il tuo indirizzo per riceverle.',
    confirmButton: 'Conferma indirizzo',
    confirmIgnore: 'Se non l’hai chiesto tu, ignora questa email.',
    replySubject: 'Nuova risposta da {name}',
    replyText: 'Hai una risposta non letta da {name}.',
    replyButton: 'Leggi la risposta',
    replyLink: 'Il link funziona una sola volta e scade dopo 7 giorni. Non condividerlo.',
    transcriptSubject: 'La tua chat con {name}',
    visitor: 'Tu',
    why: 'Ricevi questa email perché questo indirizzo è stato indicato nella chat con {name}.',
    unsubscribe: 'Annulla iscrizione',
    confirmAsk: 'Inviare le risposte di {name} a {email}?',
    confirmed: 'Indirizzo confermato. Riceverai le risposte via email.',
    unsubscribeAsk: 'Vuoi smettere di ricevere email da {name}?',
    unsubscribed: 'Iscrizione annullata. Non riceverai altre email da {name}.',
    resubscribe: 'Iscriviti di nuovo',
    resubscribed: 'Riceverai di nuovo le email di {name}.',
    linkGone: 'Questo link non è valido',
    linkGoneText: 'È scaduto o è già stato usato. Apri la chat sul sito per ottenerne un altro.',
    back: 'Torna alla chat',
  },
  ja: {
    confirmSubject: 'メールアドレスの確認',
    confirmText: '{name}からの返信をメールで受け取るには、アドレスを確認してください。',
    confirmButton: 'アドレスを確認',
    confirmIgnore: 'お心当たりがない場合は、このメールを無視してください。',
    replySubject: '{name}から新しい返信',
    replyText: '{name}からの未読の返信があります。',
    replyButton: '返信を読む',
    replyLink: 'リンクは7日間、1回のみ有効です。他の人と共有しないでください。',
    transcriptSubject: '{name}とのチャット履歴',
    visitor: 'お客様',
    why: '{name}とのチャットでこのアドレスが入力されたため、このメールをお送りしています。',
    unsubscribe: '配信停止',
    confirmAsk: '{name}からの返信を{email}に送信しますか？',
    confirmed: 'アドレスを確認しました。返信をメールでお知らせします。',
    unsubscribeAsk: '{name}からのメールを停止しますか？',
    unsubscribed: '配信を停止しました。{name}からのメールは届きません。',
    resubscribe: 'もう一度登録',
    resubscribed: '{name}からのメールが再び届きます。',
    linkGone: 'このリンクは無効です',
    linkGoneText:
      '有効期限が切れているか、すでに使用されています。サイトのチャットを開いて新しいリンクを取得してください。',
    back: 'チャットに戻る',
  },
  nl: {
    confirmSubject: 'Bevestig je e-mailadres',
    confirmText: 'Je wilt antwoorden van {name} per e-mail ontvangen. Bevestig daarvoor je adres.',
    confirmButton: 'Adres bevestigen',
    confirmIgnore: 'Heb je dit niet aangevraagd? Negeer deze e-mail dan.',
    replySubject: 'Nieuw antwoord van {name}',
    replyText: 'Je hebt een ongelezen antwoord van {name}.',
    replyButton: 'Antwoord lezen',
    replyLink: 'De link werkt één keer en is 7 dagen geldig. Deel hem met niemand.',
    transcriptSubject: 'Je chat met {name}',
    visitor: 'Jij',
    why: 'Je ontvangt deze e-mail omdat dit adres is opgegeven in de chat met {name}.',
    unsubscribe: 'Afmelden',
    confirmAsk: 'Antwoorden van {name} naar {email} sturen?',
    confirmed: 'Je adres is bevestigd. Je ontvangt antwoorden per e-mail.',
    unsubscribeAsk: 'Geen e-mails van {name} meer ontvangen?',
    unsubscribed: 'Je bent afgemeld. Je ontvangt geen e-mails van {name} meer.',
    resubscribe: 'Opnieuw aanmelden',
    resubscribed: 'Je ontvangt weer e-mails van {name}.',
    linkGone: 'Deze link werkt niet',
    linkGoneText: 'Hij is verlopen of al gebruikt. Open de chat op de website voor een nieuwe link.',
    back: 'Terug naar de chat',
  },
  pl: {
    confirmSubject: 'Potwierdź swój adres e-mail',
    confirmText: 'Chcesz otrzymywać odpowiedzi od {name} e-mailem. Potwierdź w tym celu swój adres.',
    confirmButton: 'Potwierdź adres',
    confirmIgnore: 'Jeśli to nie Twoja prośba, zignoruj tę wiadomość.',
    replySubject: 'Nowa odpowiedź od {name}',
    replyText: 'Masz nieprzeczytaną odpowiedź od {name}.',
    replyButton: 'Przeczytaj odpowiedź',
    replyLink: 'Link działa tylko raz i wygasa po 7 dniach. Nie udostępniaj go.',
    transcriptSubject: 'Twoja rozmowa z {name}',
    visitor: 'Ty',
    why: 'Otrzymujesz tę wiadomość, ponieważ ten adres podano w czacie z {name}.',
    unsubscribe: 'Anuluj subskrypcję',
    confirmAsk: 'Wysyłać odpowiedzi od {name} na {email}?',
    confirmed: 'Adres został potwierdzony. Odpowiedzi będą przychodzić e-mailem.',
    unsubscribeAsk: 'Nie otrzymywać więcej wiadomości od {name}?',
    unsubscribed: 'Subskrypcja została anulowana. Nie będziesz już otrzymywać wiadomości od {name}.',
    resubscribe: 'Zapisz się ponownie',
    resubscribed: 'Znów będziesz otrzymywać wiadomości od {name}.',
    linkGone: 'Ten link nie działa',
    linkGoneText: 'Wygasł albo został już użyty. Otwórz czat na stronie, aby otrzymać nowy.',
    back: 'Wróć do czatu',
  },
  pt: {
    confirmSubject: 'Confirme seu e-mail',
    confirmText:
      'Você pediu para receber as respostas de {name} por e-mail. Confirme seu endereço para recebê-las.',
    confirmButton: 'Confirmar endereço',
    confirmIgnore: 'Se você não pediu isso, ignore este e-mail.',
    replySubject: 'Nova resposta de {name}',
    replyText: 'Você tem uma resposta não lida de {name}.',
    replyButton: 'Ler resposta',
    replyLink: 'O link funciona uma única vez e expira em 7 dias. Não o compartilhe.',
    transcriptSubject: 'Sua conversa com {name}',
    visitor: 'Você',
    why: 'Você recebeu este e-mail porque este endereço foi informado no chat com {name}.',
    unsubscribe: 'Cancelar inscrição',
    confirmAsk: 'Enviar as respostas de {name} para {email}?',
    confirmed: 'Seu endereço foi confirmado. Você receberá as respostas por e-mail.',
    unsubscribeAsk: 'Parar de receber e-mails de {name}?',
    unsubscribed: 'Inscrição cancelada. Você não receberá mais e-mails de {name}.',
    resubscribe: 'Inscrever-se de novo',
    resubscribed: 'Você voltará a receber e-mails de {name}.',
    linkGone: 'Este link não funciona',
    linkGoneText: 'Ele expirou ou já foi usado. Abra o chat no site para obter outro.',
    back: 'Voltar ao chat',
  },
  tr: {
    confirmSubject: 'E-posta adresinizi onaylayın',
    confirmText: '{name} yanıtlarını e-postayla almak istediniz. Almak için adresinizi onaylayın.',
    confirmButton: 'Adresi onayla',
    confirmIgnore: 'Bunu siz istemediyseniz bu e-postayı yok sayın.',
    replySubject: '{name} yanıtladı',
    replyText: '{name} tarafından gönderilen okunmamış bir yanıtınız var.',
    replyButton: 'Yanıtı oku',
    replyLink: 'Bağlantı yalnızca bir kez kullanılabilir ve 7 gün geçerlidir. Kimseyle paylaşmayın.',
    transcriptSubject: '{name} ile sohbetiniz',
    visitor: 'Siz',
    why: 'Bu adres {name} ile sohbette verildiği için bu e-postayı aldınız.',
    unsubscribe: 'Abonelikten çık',
    confirmAsk: '{name} yanıtları {email} adresine gönderilsin mi?',
    confirmed: 'Adresiniz onaylandı. Yanıtları e-postayla alacaksınız.',
    unsubscribeAsk: '{name} e-postaları durdurulsun mu?',
    unsubscribed: 'Abonelikten çıktınız. {name} size artık e-posta göndermeyecek.',
    resubscribe: 'Yeniden abone ol',
    resubscribed: '{name} e-postalarını yeniden alacaksınız.',
    linkGone: 'Bu bağlantı çalışmıyor',
    linkGoneText: 'Süresi doldu veya daha önce kullanıldı. Yenisi için sitedeki sohbeti açın.',
    back: 'Sohbete dön',
  },
  zh: {
    confirmSubject: '确认您的电子邮箱',
    confirmText: '您要求通过电子邮件接收{name}的回复。请确认您的邮箱地址。',
    confirmButton: '确认邮箱',
    confirmIgnore: '如果不是您本人的请求，请忽略此邮件。',
    replySubject: '{name}有新回复',
    replyText: '您有一条来自{name}的未读回复。',
    replyButton: '查看回复',
    replyLink: '链接 7 天内有效，仅可使用一次，请勿分享。',
    transcriptSubject: '您与{name}的聊天记录',
    visitor: '您',
    why: '您收到此邮件，是因为在与{name}的聊天中填写了此邮箱。',
    unsubscribe: '退订',
    confirmAsk: '将{name}的回复发送到 {email}？',
    confirmed: '邮箱已确认。您将通过电子邮件收到回复。',
    unsubscribeAsk: '不再接收{name}的邮件？',
    unsubscribed: '已退订。您不会再收到{name}的邮件。',
    resubscribe: '重新订阅',
    resubscribed: '您将重新收到{name}的邮件。',
    linkGone: '此链接无效',
    linkGoneText: '链接已过期或已被使用。请在网站上打开聊天以获取新链接。',
    back: '返回聊天',
  },
};

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

/** Texts in a language of the widget; in English for any other. */
export function mailTextsIn(tag: string): {
  readonly texts: MailTexts;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
} {
  const primary = tag.split('-')[0]?.toLowerCase() ?? '';
  const language = Object.hasOwn(mailTexts, primary) ? primary : 'en';
  const texts = mailTexts[language] ?? (mailTexts.en as MailTexts);
  return { texts, language, direction: rightToLeft.has(language) ? 'rtl' : 'ltr' };
}

/** Fills in the names. */
export function filled(
  text: string,
  values: Readonly<Record<string, string>>,
  direction: 'ltr' | 'rtl',
): string {
  // Isolated: names and addresses may be written in the other direction.
  const shown = (value: string) => (direction === 'rtl' ? `\u2068${value}\u2069` : value);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : shown(value);
  });
}
