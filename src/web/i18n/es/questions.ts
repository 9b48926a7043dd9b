import type { QuestionMessages } from '#web/i18n/en/questions.ts'

export const spanish: QuestionMessages = {
	upTo: 'Elija hasta {n}.',
	tooMany: 'Elija {n} como máximo',
	day: 'Día',
	month: 'Mes',
	year: 'Año',
	badDate: 'Escriba un día que exista, con las cuatro cifras del año',
	calendar: 'Elegir en un calendario',
	monthBefore: 'Mes anterior',
	monthAfter: 'Mes siguiente',
	noAnswer: 'Sin respuesta',
	order: 'dmy',
}
