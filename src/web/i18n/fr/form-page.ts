import type { FormPageMessages } from '#web/i18n/en/form-page.ts'

export const french: FormPageMessages = {
	close: 'Fermer. Votre brouillon est conservé.',
	reads: '{space} le lit d’abord.',
	step: 'Étape {n} sur {all}',
	next: 'Continuer',
	back: 'Retour',
}
