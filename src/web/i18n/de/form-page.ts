import type { FormPageMessages } from '#web/i18n/en/form-page.ts'

export const german: FormPageMessages = {
	close: 'Schließen. Ihr Entwurf bleibt erhalten.',
	reads: '{space} liest es zuerst.',
	step: 'Schritt {n} von {all}',
	next: 'Weiter',
	back: 'Zurück',
}
