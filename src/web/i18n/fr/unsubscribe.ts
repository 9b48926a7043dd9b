import type { UnsubscribeMessages } from '#web/i18n/en/unsubscribe.ts'

export const french: UnsubscribeMessages = {
	title: 'Arrêter ces messages ?',
	alerts: 'Messages sur les témoignages pour {space}, envoyés à {email}.',
	ownWords: 'Messages sur vos mots pour {space}, envoyés à {email}.',
	stop: 'Les arrêter',
	daily: 'Plutôt un message par jour',
	immediate: 'Plutôt chacun aussitôt',
	inbox:
		'Les témoignages continuent d’arriver dans la boîte de réception. Les messages sur votre compte ne sont pas concernés.',
	page: 'Votre page privée reste telle quelle. Seuls vous et {space} connaissez l’adresse.',
	stoppedTitle: 'Vous n’en recevrez plus.',
	stopped: 'Les messages sur les témoignages pour {space} sont arrêtés pour {email}.',
	stoppedOwn: 'Les messages sur vos mots pour {space} sont arrêtés pour {email}.',
	onTitle: 'Votre choix est enregistré.',
	onDaily: '{email} reçoit un message par jour sur {space}, à 08:00, et aucun quand rien ne s’est passé.',
	onImmediate: '{email} reçoit un message pour chaque témoignage pour {space}.',
	onChanged: '{email} ne reçoit un message que lorsque quelqu’un modifie ou retire un témoignage pour {space}.',
	onOwn: '{email} reçoit des messages sur les mots pour {space}.',
	undo: 'Annuler',
	account: 'Choisir dans votre compte',
	goneTitle: 'Il n’y a rien à arrêter ici.',
	gone: 'Le lien est peut-être incomplet. Ou vous n’êtes plus membre de cet espace, ou le témoignage a été effacé : aucun message n’est alors envoyé.',
}
