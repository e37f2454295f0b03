import type { TextsByLanguage } from '../in-language.ts';

interface MenuTexts {
  /** The list of conversations that were left. */
  readonly earlier: string;
  /** Asked before a conversation is left for a new one. */
  readonly leave: string;
  readonly sound: string;
  readonly end: string;
  /** Asked before a conversation is ended. */
  readonly endQuestion: string;
  readonly cancel: string;
  /** Asked when ending has failed. */
  readonly endFailed: string;
  /** Sends the transcript by email. */
  readonly transcript: string;
}

/** In all languages: they load together, when the menu is first opened. */
export const menuTexts: TextsByLanguage<MenuTexts> = {
  ar: {
    earlier: 'المحادثات السابقة',
    leave: 'هل تريد بدء محادثة جديدة؟ يمكنك العودة إلى هذه لاحقًا.',
    sound: 'الصوت',
    end: 'إنهاء المحادثة',
    endQuestion: 'هل تريد إنهاء هذه المحادثة؟ ستجدها ضمن المحادثات السابقة.',
    cancel: 'إلغاء',
    endFailed: 'تعذر إنهاء المحادثة. هل تريد المحاولة مجددًا؟',
    transcript: 'إرسال المحادثة بالبريد',
  },
  de: {
    earlier: 'Frühere Konversationen',
    leave: 'Neue Konversation beginnen? Sie können zu dieser zurückkehren.',
    sound: 'Ton',
    end: 'Konversation beenden',
    endQuestion: 'Diese Konversation beenden? Sie finden sie unter „Frühere Konversationen“.',
    cancel: 'Abbrechen',
    endFailed: 'Die Konversation konnte nicht beendet werden. Noch einmal versuchen?',
    transcript: 'Chatverlauf per E-Mail senden',
  },
  en: {
    earlier: 'Previous conversations',
    leave: 'Start a new conversation? You can come back to this one.',
    sound: 'Sound',
    end: 'End conversation',
    endQuestion: 'End this conversation? You’ll find it in your previous conversations.',
    cancel: 'Cancel',
    endFailed: 'Couldn’t end the conversation. Try again?',
    transcript: 'Email transcript',
  },
  es: {
    earlier: 'Conversaciones anteriores',
    leave: '¿Empezar una conversación nueva? Podrás volver a esta.',
    sound: 'Sonido',
    end: 'Finalizar conversación',
    endQuestion: '¿Finalizar esta conversación? La encontrarás en tus conversaciones anteriores.',
    cancel: 'Cancelar',
    endFailed: 'No se pudo finalizar la conversación. ¿Intentarlo de nuevo?',
    transcript: 'Enviar la conversación por correo',
  },
  fr: {
    earlier: 'Conversations précédentes',
    leave: 'Commencer une nouvelle conversation ? Vous pourrez revenir à celle-ci.',
    sound: 'Son',
    end: 'Terminer la conversation',
    endQuestion: 'Terminer cette conversation ? Vous la retrouverez dans vos conversations précédentes.',
    cancel: 'Annuler',
    endFailed: 'La conversation n’a pas pu être terminée. Réessayer ?',
    transcript: 'Recevoir la conversation par e-mail',
  },
  it: {
    earlier: 'Conversazioni precedenti',
    leave: 'Iniziare una nuova conversazione? Puoi tornare a questa in seguito.',
    sound: 'Suono',
    end: 'Termina conversazione',
    endQuestion: 'Terminare questa conversazione? La troverai tra le conversazioni precedenti.',
    cancel: 'Annulla',
    endFailed: 'Impossibile terminare la conversazione. Riprovare?',
    transcript: 'Invia la chat via email',
  },
  ja: {
    earlier: '以前の会話',
    leave: '新しい会話を始めますか？後で戻れます。',
    sound: 'サウンド',
    end: '会話を終了',
    endQuestion: 'この会話を終了しますか？「以前の会話」から確認できます。',
    cancel: 'キャンセル',
    endFailed: '会話を終了できませんでした。もう一度試しますか？',
    transcript: '会話をメールで送信',
  },
  nl: {
    earlier: 'Eerdere gesprekken',
    leave: 'Een nieuw gesprek beginnen? Je kunt later naar dit gesprek terugkeren.',
    sound: 'Geluid',
    end: 'Gesprek beëindigen',
    endQuestion: 'Dit gesprek beëindigen? Je vindt het terug bij je eerdere gesprekken.',
    cancel: 'Annuleren',
    endFailed: 'Het gesprek kon niet worden beëindigd. Opnieuw proberen?',
    transcript: 'Gesprek mailen',
  },
  pl: {
    earlier: 'Wcześniejsze rozmowy',
    leave: 'Rozpocząć nową rozmowę? Do tej można później wrócić.',
    sound: 'Dźwięk',
    end: 'Zakończ rozmowę',
    endQuestion: 'Zakończyć tę rozmowę? Znajdziesz ją wśród wcześniejszych rozmów.',
    cancel: 'Anuluj',
    endFailed: 'Nie udało się zakończyć rozmowy. Spróbować ponownie?',
    transcript: 'Wyślij rozmowę e-mailem',
  },
  pt: {
    earlier: 'Conversas anteriores',
    leave: 'Iniciar uma nova conversa? Você pode voltar a esta depois.',
    sound: 'Som',
    end: 'Encerrar conversa',
    endQuestion: 'Encerrar esta conversa? Você a encontra nas conversas anteriores.',
    cancel: 'Cancelar',
    endFailed: 'Não foi possível encerrar a conversa. Tentar novamente?',
    transcript: 'Enviar conversa por e-mail',
  },
  tr: {
    earlier: 'Önceki konuşmalar',
    leave: 'Yeni bir konuşma başlatılsın mı? Buna daha sonra dönebilirsiniz.',
    sound: 'Ses',
    end: 'Konuşmayı bitir',
    endQuestion: 'Bu konuşma bitirilsin mi? Onu önceki konuşmalarınızda bulabilirsiniz.',
    cancel: 'Vazgeç',
    endFailed: 'Konuşma bitirilemedi. Yeniden denensin mi?',
    transcript: 'Konuşmayı e-postayla gönder',
  },
  zh: {
    earlier: '以前的对话',
    leave: '要开始新对话吗？您之后可以回到这个对话。',
    sound: '声音',
    end: '结束对话',
    endQuestion: '要结束此对话吗？您可以在“以前的对话”中找到它。',
    cancel: '取消',
    endFailed: '无法结束对话。要重试吗？',
    transcript: '通过邮件发送聊天记录',
  },
};
