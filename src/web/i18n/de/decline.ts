import type { DeclineMessages } from '#web/i18n/en/decline.ts'

export const german: DeclineMessages = {
	title: 'Lieber nicht?',
	intro: '{space} hat Sie um ein paar Worte gebeten.',
	text: 'Drücken Sie den Knopf, und {space} fragt {email} nicht wieder. Dort ist zu sehen, dass Sie abgelehnt haben, und sonst nichts.',
	address: 'diese Adresse',
	decline: 'Bitte nicht mehr fragen',
	write: 'Ich möchte doch etwas schreiben',
	doneTitle: 'In Ordnung. Sie werden nicht wieder gefragt.',
	done: '{space} fragt {email} nicht wieder.',
	list: 'Ihre Adresse bleibt nur auf einer Liste: der von Menschen, die {space} nicht fragt.',
	undo: 'Rückgängig machen',
}
