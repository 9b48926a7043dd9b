import type { QuestionMessages } from '#web/i18n/en/questions.ts'

export const french: QuestionMessages = {
	upTo: 'Choisissez jusqu’à {n} réponses.',
	tooMany: 'Choisissez au plus {n} réponses',
	day: 'Jour',
	month: 'Mois',
	year: 'Année',
	badDate: 'Écrivez un jour qui existe, avec les quatre chiffres de l’année',
	calendar: 'Choisir dans un calendrier',
	monthBefore: 'Mois précédent',
	monthAfter: 'Mois suivant',
	noAnswer: 'Pas de réponse',
	order: 'dmy',
}
