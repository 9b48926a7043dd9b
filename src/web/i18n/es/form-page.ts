import type { FormPageMessages } from '#web/i18n/en/form-page.ts'

export const spanish: FormPageMessages = {
	close: 'Cerrar. Su borrador se conserva.',
	reads: '{space} lo lee primero.',
	step: 'Paso {n} de {all}',
	next: 'Continuar',
	back: 'Atrás',
}
