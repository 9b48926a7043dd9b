import type { DeclineMessages } from '#web/i18n/en/decline.ts'

export const french: DeclineMessages = {
	title: 'Vous préférez ne pas répondre ?',
	intro: '{space} vous a demandé quelques mots.',
	text: 'Appuyez sur le bouton, et {space} ne demandera plus rien à {email}. On y verra que vous avez décliné, et rien d’autre.',
	address: 'cette adresse',
	decline: 'Ne plus me solliciter',
	write: 'Je voudrais écrire quand même',
	doneTitle: 'C’est noté. On ne vous demandera plus rien.',
	done: '{space} ne demande plus rien à {email}.',
	list: 'Votre adresse ne reste que sur une liste : celle des personnes à qui {space} ne demande rien.',
	undo: 'Annuler',
}
