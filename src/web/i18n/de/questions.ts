import type { QuestionMessages } from '#web/i18n/en/questions.ts'

export const german: QuestionMessages = {
	upTo: 'Wählen Sie bis zu {n}.',
	tooMany: 'Wählen Sie höchstens {n}',
	day: 'Tag',
	month: 'Monat',
	year: 'Jahr',
	badDate: 'Schreiben Sie einen Tag, den es gibt, mit allen vier Ziffern des Jahres',
	calendar: 'In einem Kalender wählen',
	monthBefore: 'Vorheriger Monat',
	monthAfter: 'Nächster Monat',
	noAnswer: 'Keine Antwort',
	order: 'dmy',
}
