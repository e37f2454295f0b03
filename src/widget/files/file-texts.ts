import type { Language } from '../language.ts';

/** The texts about files. `{n}` is a number. */
export interface FileTexts {
  readonly attach: string;
  readonly limit: string;
  readonly sending: string;
  readonly ready: string;
  readonly failed: string;
  readonly tooLarge: string;
  readonly empty: string;
  readonly type: string;
  readonly atOnce: string;
  readonly many: string;
}

/** In all languages: they load together, and only where files may be sent. */
export const fileTexts: Readonly<Record<string, FileTexts>> & { readonly en: FileTexts } = {
  ar: {
    attach: 'إرفاق ملف',
    limit: 'حتى {n} م.ب',
    sending: 'جارٍ الرفع…',
    ready: 'جاهز للإرسال',
    failed: 'تعذّر رفعه.',
    tooLarge: 'أكبر من {n} م.ب.',
    empty: 'الملف فارغ.',
    type: 'لا تُقبل ملفات من هذا النوع.',
    atOnce: '{n} ملفات على الأكثر في المرة الواحدة.',
    many: 'هذه ملفات كثيرة. حاول لاحقًا.',
  },
  de: {
    attach: 'Datei anhängen',
    limit: 'bis {n} MB',
    sending: 'Wird hochgeladen …',
    ready: 'Bereit zum Senden',
    failed: 'Hochladen fehlgeschlagen.',
    tooLarge: 'Größer als {n} MB.',
    empty: 'Die Datei ist leer.',
    type: 'Dieser Dateityp ist nicht erlaubt.',
    atOnce: 'Höchstens {n} Dateien auf einmal.',
    many: 'Zu viele Dateien. Versuchen Sie es später erneut.',
  },
  en: {
    attach: 'Attach a file',
    limit: 'up to {n} MB',
    sending: 'Uploading…',
    ready: 'Ready to send',
    failed: 'Upload failed.',
    tooLarge: 'Larger than {n} MB.',
    empty: 'The file is empty.',
    type: 'This file type isn’t allowed.',
    atOnce: 'Up to {n} files at once.',
    many: 'Too many files. Try again later.',
  },
  es: {
    attach: 'Adjuntar un archivo',
    limit: 'hasta {n} MB',
    sending: 'Subiendo…',
    ready: 'Listo para enviar',
    failed: 'No se pudo subir.',
    tooLarge: 'Pesa más de {n} MB.',
    empty: 'El archivo está vacío.',
    type: 'No se aceptan archivos de este tipo.',
    atOnce: 'Como máximo {n} archivos a la vez.',
    many: 'Son demasiados archivos. Inténtalo más tarde.',
  },
  fr: {
    attach: 'Joindre un fichier',
    limit: '{n} Mo au plus',
    sending: 'Envoi en cours…',
    ready: 'Prêt à envoyer',
    failed: 'N’a pas pu être envoyé.',
    tooLarge: 'Plus de {n} Mo.',
    empty: 'Le fichier est vide.',
    type: 'Ce type de fichier n’est pas accepté.',
    atOnce: '{n} fichiers au plus à la fois.',
    many: 'Trop de fichiers. Réessayez plus tard.',
  },
  it: {
    attach: 'Allega un file',
    limit: 'fino a {n} MB',
    sending: 'Caricamento…',
    ready: 'Pronto per l’invio',
    failed: 'Non è stato possibile caricarlo.',
    tooLarge: 'Più grande di {n} MB.',
    empty: 'Il file è vuoto.',
    type: 'File di questo tipo non sono accettati.',
    atOnce: 'Al massimo {n} file alla volta.',
    many: 'Troppi file. Riprova più tardi.',
  },
  ja: {
    attach: 'ファイルを添付',
    limit: '{n} MB まで',
    sending: 'アップロード中…',
    ready: '送信できます',
    failed: 'アップロードできませんでした。',
    tooLarge: '{n} MB を超えています。',
    empty: 'ファイルが空です。',
    type: 'この種類のファイルは受け付けていません。',
    atOnce: '一度に送れるのは {n} ファイルまでです。',
    many: 'ファイルが多すぎます。後でもう一度お試しください。',
  },
  nl: {
    attach: 'Bestand toevoegen',
    limit: 'tot {n} MB',
    sending: 'Uploaden…',
    ready: 'Klaar om te versturen',
    failed: 'Uploaden is niet gelukt.',
    tooLarge: 'Groter dan {n} MB.',
    empty: 'Het bestand is leeg.',
    type: 'Bestanden van dit type worden niet aangenomen.',
    atOnce: 'Hoogstens {n} bestanden tegelijk.',
    many: 'Te veel bestanden. Probeer het later opnieuw.',
  },
  pl: {
    attach: 'Dołącz plik',
    limit: 'do {n} MB',
    sending: 'Przesyłanie…',
    ready: 'Gotowe do wysłania',
    failed: 'Nie udało się przesłać.',
    tooLarge: 'Większy niż {n} MB.',
    empty: 'Plik jest pusty.',
    type: 'Pliki tego typu nie są przyjmowane.',
    atOnce: 'Najwyżej {n} plików naraz.',
    many: 'Zbyt wiele plików. Spróbuj później.',
  },
  pt: {
    attach: 'Anexar um arquivo',
    limit: 'até {n} MB',
    sending: 'Enviando o arquivo…',
    ready: 'Pronto para enviar',
    failed: 'Não foi possível enviar o arquivo.',
    tooLarge: 'Maior que {n} MB.',
    empty: 'O arquivo está vazio.',
    type: 'Arquivos deste tipo não são aceitos.',
    atOnce: 'No máximo {n} arquivos de uma vez.',
    many: 'Arquivos demais. Tente mais tarde.',
  },
  tr: {
    attach: 'Dosya ekle',
    limit: 'en fazla {n} MB',
    sending: 'Yükleniyor…',
    ready: 'Gönderilmeye hazır',
    failed: 'Yüklenemedi.',
    tooLarge: '{n} MB’tan büyük.',
    empty: 'Dosya boş.',
    type: 'Bu türden dosyalar kabul edilmiyor.',
    atOnce: 'Bir seferde en fazla {n} dosya.',
    many: 'Çok fazla dosya var. Daha sonra yeniden deneyin.',
  },
  zh: {
    attach: '添加文件',
    limit: '最大 {n} MB',
    sending: '正在上传…',
    ready: '可以发送',
    failed: '上传失败。',
    tooLarge: '大于 {n} MB。',
    empty: '文件为空。',
    type: '不接受此类文件。',
    atOnce: '一次最多 {n} 个文件。',
    many: '文件过多。请稍后再试。',
  },
};

/** The same language as the widget's own. */
export function fileTextsOf({ tag }: Pick<Language, 'tag'>): {
  readonly texts: FileTexts;
  count(text: keyof FileTexts, n: number): string;
} {
  const texts = fileTexts[new Intl.Locale(tag).language] ?? fileTexts.en;
  const numbers = new Intl.NumberFormat(tag);
  return { texts, count: (text, n) => texts[text].replace('{n}', numbers.format(n)) };
}
