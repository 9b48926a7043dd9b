import type { PromptMessages } from '#web/i18n/en/prompt.ts'

export const french: PromptMessages = {
	label: 'Demandé une seule fois par {space}',
	text: 'Une phrase suffit.',
	write: 'Écrire quelques mots',
	later: 'Pas maintenant',
	close: 'Fermer',
}
