import type { Chrono } from 'chrono-node';
import * as ar from 'chrono-node/ar';
import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import * as es from 'chrono-node/es';
import * as fr from 'chrono-node/fr';
import * as it from 'chrono-node/it';
import * as ja from 'chrono-node/ja';
import * as nl from 'chrono-node/nl';
import * as pt from 'chrono-node/pt';
import * as zh from 'chrono-node/zh';

/** The ten of the widget's languages that chrono-node reads. */
export const languages: Readonly<Record<string, Chrono>> = {
  ...{ ar: ar.casual, de: de.casual, en: en.casual, es: es.casual, fr: fr.casual },
  ...{ it: it.casual, ja: ja.casual, nl: nl.casual, pt: pt.casual, zh: zh.casual },
};
