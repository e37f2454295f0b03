import i18next, { type BackendModule, type CustomTypeOptions, type ResourceKey } from 'i18next';
import { deviceStorage } from '../../browser/storage.ts';

/** Languages of the console, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', ar: 'العربية' } as const;

/** A language that is offered, or the pseudo-locale that CLDR calls en-XA, which only a test selects. */
export type Language = keyof typeof languages | 'en-XA';

/** One catalog a language: common to all pages, or of some of them. */
export type Namespace = keyof CustomTypeOptions['resources'];

const all: readonly Language[] = ['en', 'de', 'fr', 'ar', 'en-XA'];

/** The catalogs, each a chunk of its own. */
const catalogs = import.meta.glob<ResourceKey>('./*/*.json', { import: 'default' });

/** The pseudo-locale is made of the English catalogs. */
const catalogOf = (language: string, namespace: string) =>
  catalogs[`./${language === 'en-XA' ? 'en' : language}/${namespace}.json`];

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = catalogOf(language, namespace);
    if (!load) return done(new Error(`no catalog ${language}/${namespace}`), null);
    load().then(
      (catalog) => done(null, catalog),
      (error: Error) => done(error, null),
    );
  },
};

/**
 * Loads the first catalog of a language; components suspend until their own namespaces are there.
 * React is not needed here, and comes later.
 */
export function startTranslations(language: Language): Promise<void> {
  starting = start(language);
  return starting;
}

let starting: Promise<void> | undefined;

async function start(language: Language): Promise<void> {
  i18next.on('languageChanged', applyToPage);
  if (language === 'en-XA') await addPseudoLocale();
  await i18next.use(backend).init({
    lng: language,
    ns: ['common'],
    defaultNS: 'common',
    // Every catalog has every key: a test sees to it.
    fallbackLng: false,
    load: 'currentOnly',
    postProcess: 'pseudo',
    // React escapes.
    interpolation: { escapeValue: false },
  });
}

/** Shows another language, and remembers it on this device; one that can't be loaded changes nothing. */
export async function changeLanguage(language: Language): Promise<void> {
  const namespaces = i18next.options.ns as readonly string[];
  try {
    await Promise.all(namespaces.map((namespace) => catalogOf(language, namespace)?.()));
  } catch {
    return;
  }
  if (language === 'en-XA') await addPseudoLocale();
  await i18next.changeLanguage(language);
  deviceStorage.setItem(storageKey, language);
}

/** Loads namespaces ahead of the components that use them, which otherwise suspend. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) catalogOf(preferredLanguage(), namespace)?.().catch(() => undefined);
  await starting;
  await i18next.loadNamespaces(namespaces);
}

const storageKey = 'gateway-admin.language';

/** The language that was selected on this device, else the browser's. */
export function preferredLanguage(): Language {
  const wanted = [deviceStorage.getItem(storageKey), ...navigator.languages.map((tag) => tag.split('-')[0])];
  return all.find((one) => one === wanted.find((tag) => all.includes(tag as Language))) ?? 'en';
}

/** The direction in which a language is written. */
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

function applyToPage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language as Language);
}

async function addPseudoLocale(): Promise<void> {
  const { pseudoLocale } = await import('./pseudo-locale.ts');
  i18next.use(pseudoLocale);
}

/** The key of a capability, whose colon would separate a namespace. */
export const capabilityKey = <Capability extends string>(capability: Capability) =>
  capability.replace(':', '.') as Dotted<Capability>;

type Dotted<Capability extends string> = Capability extends `${infer Area}:${infer Verb}`
  ? `${Area}.${Verb}`
  : never;
