import type { ReportTexts } from '../shape.ts';

/** Wie jede Kennzahl gezählt wird. @see handoff.md 6.4 */
export const formulas: ReportTexts['how'] = {
  conversations:
    'Ein Gespräch ist ein Durchlauf: von der Nachricht, die einen Ablauf beginnt, bis er beendet, fehlgeschlagen oder abgelaufen ist. Es zählt an dem Tag, an dem es begann.',
  visitors:
    'Verschiedene Menschen nach Kanal und Kennung, jeder einmal im ganzen Zeitraum. Bis zu einigen Hundert gezählt, darüber geschätzt: in zwei von drei Fällen auf 1,6 % genau. Wer gelöscht wird, zählt weiter.',
  outcomes:
    'Jedes beendete Gespräch zählt einmal, in dieser Reihenfolge: übergeben (ein Mensch wurde verlangt), fehlgeschlagen, abgebrochen (abgelaufen, während der Ablauf auf den Besucher wartete), Ablauf allein (beendet). Zusammen sind das 100 %; was noch läuft, steht daneben.',
  shares:
    'Übergeben, fehlgeschlagen, abgebrochen und Ablauf allein, je geteilt durch die beendeten Gespräche. Ein Tag mit weniger als 20 davon ist eine Lücke: zu wenige für ein Urteil.',
  flowAlone: 'Ohne Menschen beendet, geteilt durch beendet.',
  handedOver: 'Mindestens ein Mensch wurde verlangt, geteilt durch beendet.',
  abandoned: 'Abgelaufen, während der Ablauf auf den Besucher wartete, ohne Menschen, geteilt durch beendet.',
  failed: 'Durch einen Fehler beendet, ohne Menschen, geteilt durch beendet.',
  contained:
    'Weder übergeben noch fehlgeschlagen, geteilt durch beendet. Darin sind auch jene, die aufgaben.',
  resolvedAssumed:
    'Beendet, und derselbe Besucher kam auf diesem Kanal nicht binnen 72 Stunden wieder und sagte nicht nein, geteilt durch beendet. Endgültig nach 72 Stunden.',
  firstReply:
    'Vom Eintreffen der ersten Nachricht, bis die erste Antwort feststeht: Die Hälfte ist schneller als der Median.',
  turnTime: 'Vom Eintreffen einer Nachricht, bis ihre Runde feststeht.',
  failedTurns: 'Runden mit einem Fehler, geteilt durch alle Runden.',
  undelivered: 'Antworten, die der Anbieter nicht zustellen konnte, geteilt durch gesendete.',
  messages:
    'Was Besucher, der Bot und Menschen geschrieben haben; doppelt Zugestelltes zählt einmal, Notizen und Quittungen nie.',
  busiest: 'Gespräche nach Wochentag und Stunde ihres Beginns.',
  channels:
    'Gespräche, die auf jedem Kanal begannen, und welchen Anteil der beendeten der Ablauf allein beendet hat.',
  funnel:
    'Erreicht: Gespräche, in denen der Schritt mindestens einmal begann; Schleifen zählen einmal. Hier gegangen: abgelaufene Gespräche, deren letzter Schritt es ist. Anteil: gegangen geteilt durch erreicht.',
  versions:
    'Anteile an den beendeten Gesprächen jeder Version, ihr Unterschied, und wo er mit 95 % Sicherheit liegt. Unter 100 beendeten Gesprächen in einer gibt es kein Urteil.',
  waited: 'Übernommen minus verlangt, nach der Zeit des Verlangens. Die gestrichelte Linie ist das Ziel.',
  waitedInside:
    'Übernommen minus verlangt, ohne die Zeit außerhalb der Öffnungszeiten des Schritts, der danach fragte. Ein Schritt ohne Zeiten ist immer offen.',
  longest:
    'In diesem Zeitraum verlangt und weder übernommen noch beendet. Die längste Wartezeit ist die dieses Augenblicks, wann immer verlangt wurde.',
  queues: 'Nach der Warteschlange, in der ein Mensch verlangt wurde, nach der Zeit des Verlangens.',
  agents:
    'Danach, wer das Gespräch zuletzt hatte. Bearbeitungszeit ist die Zeit des Schreibens, höchstens fünf Minuten je Nachricht, geteilt durch die beantworteten Gespräche.',
  serviceLevel:
    'Im Ziel übernommen, geteilt durch übernommen, nach dem Ziel aufgegeben und darüber hinaus noch wartend.',
  satisfaction:
    'Antworten auf die Frage, die Zufriedenheit misst: Zufrieden sind 4 und 5, geteilt durch alle Antworten. Daneben steht, wie viele der Gefragten geantwortet haben.',
  nps: 'Anteil von 9 und 10 minus Anteil von 0 bis 6, von −100 bis 100; unter 30 Antworten ist das nur ein Hinweis.',
  resolved: 'Ja, geteilt durch die Antworten auf die Frage, ob es gelöst ist.',
  cost: 'Nachrichten von Besuchern, mal was eine zu Listenpreisen von AWS kostet. Ohne das, was Modelle, Anbieter der Chat-Apps und der feste Teil der Anlage kosten.',
  refusals:
    'Anfragen aus Chats, die abgewiesen wurden, nach dem Grund und der Website, die gefragt hat. Wer nur ausprobiert, zählt hier und nicht als Gespräch. Die Zahlen sind eine Untergrenze: Was eine Funktion gezählt und noch nicht geschrieben hat, geht mit ihrem Ende verloren.',
};
