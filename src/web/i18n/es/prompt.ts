import type { PromptMessages } from '#web/i18n/en/prompt.ts'

export const spanish: PromptMessages = {
	label: '{space} lo pregunta una sola vez',
	text: 'Basta una frase.',
	write: 'Escribir unas palabras',
	later: 'Ahora no',
	close: 'Cerrar',
}
