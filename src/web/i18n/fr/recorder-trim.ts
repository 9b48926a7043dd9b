import type { RecorderTrimMessages } from '#web/i18n/en/recorder-trim.ts'

export const french: RecorderTrimMessages = {
	playPart: 'Lire la partie choisie',
	back: 'Retour à votre prise',
	stays: '{time} gardées',
	leftOut: '{time} laissées de côté',
	from: 'Début',
	to: 'Fin',
	fromEarlier: 'Début : une demi-seconde plus tôt',
	fromLater: 'Début : une demi-seconde plus tard',
	toEarlier: 'Fin : une demi-seconde plus tôt',
	toLater: 'Fin : une demi-seconde plus tard',
	cover: 'Image de couverture',
	coverAt: 'À {time}',
	leavesDevice: 'Ce que vous laissez de côté est effacé ici et jamais envoyé.',
	nextCut: 'Ce navigateur ne peut couper qu’à certains endroits, le début est donc à {time}.',
	noCut: 'Ce navigateur ne peut pas couper cet enregistrement. Vous pouvez choisir l’image et tout utiliser.',
	endOnly: 'Ce navigateur ne peut laisser de côté que la fin de cet enregistrement.',
	cutting: 'Coupe en cours',
}
