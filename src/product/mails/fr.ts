import type { ProductMails } from './en.ts'
import { notificationMails } from './notifications/fr.ts'
import { recordingMails } from './recordings/fr.ts'

export const mails: ProductMails = {
	private_link: {
		subject: 'Vos mots sont arrivés chez {space}',
		preview: 'Gardez ce message : il contient votre lien privé.',
		heading: 'Merci, {name}. Vos mots sont arrivés.',
		heading_unnamed: 'Merci. Vos mots sont arrivés.',
		intro:
			'{space} les lit et décide de leur publication. Sur votre page privée, vous voyez où ils sont montrés et pouvez à tout moment les modifier, les retirer ou les effacer.',
		action: 'Ouvrir votre page privée',
		once: 'Gardez ce message pour vous : toute personne qui a le lien peut changer vos mots.',
		notYou: 'Ce n’est pas vous ? Quelqu’un s’est trompé d’adresse. Ouvrez la page et effacez ce qui a été envoyé.',
		stop: 'Ne plus recevoir de messages sur ces mots',
	},
	...notificationMails,
	...recordingMails,
	invitation: {
		action: 'Écrire quelques mots',
		once: 'Ce lien est personnel. Il est valable une fois, jusqu’au {date}.',
		why: 'Vous recevez ce message parce que {space} vous a demandé quelques mots.',
		decline: 'Ne plus me solliciter',
		sent: 'Envoyé avec Plaudit.',
	},
	invitation_reminder: {
		subject: 'Rappel : {subject}',
		preview: 'C’est le seul rappel. Si vous préférez ne pas répondre, ne faites rien.',
		intro:
			'Le {date}, {space} vous a demandé quelques mots. Si vous préférez ne pas répondre, ne faites rien : ce rappel est le seul.',
	},
	member_invitation: {
		subject: '{inviter} vous invite à rejoindre {space}',
		subject_unnamed: 'Invitation à rejoindre {space}',
		preview_owner: 'Comme propriétaire. Le lien fonctionne jusqu’au {until}.',
		preview_editor: 'Comme éditeur. Le lien fonctionne jusqu’au {until}.',
		preview_viewer: 'Comme lecteur. Le lien fonctionne jusqu’au {until}.',
		heading_owner: 'Rejoignez {space} comme propriétaire',
		heading_editor: 'Rejoignez {space} comme éditeur',
		heading_viewer: 'Rejoignez {space} comme lecteur',
		intro: '{inviter} vous invite à travailler sur les témoignages de {space}.',
		intro_unnamed: 'Une invitation vous attend : travailler sur les témoignages de {space}.',
		may_owner:
			'Vous pourrez tout faire : approuver, répondre, modifier formulaires et murs, inviter d’autres personnes et supprimer l’espace.',
		may_editor: 'Vous pourrez lire, approuver et répondre, et modifier formulaires et murs.',
		may_viewer: 'Vous pourrez lire tous les témoignages, sans rien modifier.',
		action: 'Voir l’invitation',
		only: 'Pour {email} uniquement, jusqu’au {until}.',
		unknown: 'Cela ne vous dit rien ? Ne faites rien, et rien ne se passera.',
	},
}
