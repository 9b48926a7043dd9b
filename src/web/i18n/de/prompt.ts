import type { PromptMessages } from '#web/i18n/en/prompt.ts'

export const german: PromptMessages = {
	label: 'Einmalige Frage von {space}',
	text: 'Ein Satz genügt.',
	write: 'Ein paar Worte schreiben',
	later: 'Nicht jetzt',
	close: 'Schließen',
}
