/** The test chat's own messages, in the visitor's language. */
interface TestTexts {
  readonly handoff: string;
  readonly failed: string;
  readonly skipped: (minutes: number) => string;
  readonly notReady: string;
  readonly answer: string;
}

const english: TestTexts = {
  handoff: 'Test: an agent would take over here. Nobody was notified.',
  failed: 'Test: the flow failed at this point.',
  skipped: (minutes) => `Test: skipped a wait (${minutes} min).`,
  notReady: 'Test: this draft has problems right now and can’t run. Please try again later.',
  answer: 'Test: the answer of a language model.',
};

const texts: Readonly<Record<string, TestTexts>> = {
  en: english,
  de: {
    handoff: 'Test: Hier würde ein Agent übernehmen. Es wurde niemand benachrichtigt.',
    failed: 'Test: Der Ablauf ist an dieser Stelle fehlgeschlagen.',
    skipped: (minutes) => `Test: Wartezeit übersprungen (${minutes} min).`,
    notReady:
      'Test: Dieser Entwurf enthält gerade Fehler und kann nicht laufen. Bitte später erneut versuchen.',
    answer: 'Test: die Antwort eines Sprachmodells.',
  },
  fr: {
    handoff: 'Test : un agent prendrait le relais ici. Personne n’a été prévenu.',
    failed: 'Test : le parcours a échoué à cet endroit.',
    skipped: (minutes) => `Test : attente sautée (${minutes} min).`,
    notReady: 'Test : ce brouillon contient des erreurs et ne peut pas être exécuté. Réessayez plus tard.',
    answer: 'Test : la réponse d’un modèle de langage.',
  },
  ar: {
    handoff: 'اختبار: هنا يتولى أحد الوكلاء المحادثة. لم يتم إشعار أي شخص.',
    failed: 'اختبار: فشل المسار عند هذه النقطة.',
    skipped: (minutes) => `اختبار: تم تخطي الانتظار (${minutes} د).`,
    notReady: 'اختبار: تحتوي هذه المسودة على مشكلات ولا يمكن تشغيلها الآن. حاول مرة أخرى لاحقًا.',
    answer: 'اختبار: إجابة نموذج لغوي.',
  },
};

/** Returns the texts in a language like `de-AT`, else in English. */
export const testTexts = (language: string | undefined): TestTexts =>
  texts[language?.slice(0, 2).toLowerCase() ?? ''] ?? english;
