import type { WallPageMessages } from '#web/i18n/en/wall-page.ts'

export const french: WallPageMessages = {
	title: 'Ce que l’on dit de {name}',
	skip: 'Aller aux témoignages',
	write: 'Écrire un témoignage',
	how: 'Comment ce mur est fait',
	wordsTitle: 'Les mots sont les leurs',
	wordsText:
		'Un témoignage ne peut être abrégé qu’à un passage continu. Tout autre changement demande l’accord de son auteur.',
	checkTitle: 'La vérification est la nôtre',
	checkText: 'Elle est posée par le serveur après contrôle, jamais par le propriétaire.',
	choiceTitle: 'Le choix est celui du propriétaire',
	choiceText:
		'{name} a choisi lesquels de ses {published} témoignages publiés figurent ici. Un mur ne peut pas être filtré par les seules étoiles.',
	range: '{first} à {last} sur {chosen} sur ce mur',
	pages: 'Pages de ce mur',
	footer: 'Vous avez écrit l’un d’eux ? Votre lien privé permet de le modifier ou de le retirer.',
	shortened: 'Abrégé',
	cutOnCard: 'Les {shown} premiers caractères sur {all}. La suite : {host}',
	rewarded: 'Reçu pour écrire : {reward}',
	showAll: 'Afficher tous les mots de {name}',
	photoBy: 'Photo de {name}',
	videoBy: 'Vidéo de {name}',
	soundBy: 'Son de {name}',
	testimonialBy: '{name} sur {space}',
	transcript: 'Transcription',
	transcriptIn: 'Transcription, {language}',
	captionsIn: 'Sous-titres : {languages}',
	asSent: 'Les mots sont tels que leur auteur les a envoyés ou acceptés.',
	proof: 'Preuve de ces mots',
	footerOne: 'C’est vous qui l’avez écrit ? Votre lien privé permet de le modifier ou de le retirer.',
	empty: '{name} n’a pas encore mis de témoignage ici.',
}
