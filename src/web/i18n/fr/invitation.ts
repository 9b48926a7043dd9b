import type { InvitationMessages } from '#web/i18n/en/invitation.ts'

export const french: InvitationMessages = {
	subject: 'Quelques mots sur {space} ?',
	message:
		'Bonjour {name},\n\nmerci d’avoir choisi {space}. Voulez-vous raconter aux autres comment cela s’est passé ? Quelques phrases sincères suffisent ; cela prend une minute, et vous n’avez pas besoin de compte.\n\nJe lis chaque réponse moi-même.',
}
