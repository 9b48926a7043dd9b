import type { RecordingMessages } from '#web/i18n/en/recording.ts'

export const french: RecordingMessages = {
	panelIntro: 'Des questions, si vous le souhaitez. Elles restent à l’écran pendant que vous parlez.',
	recordVideo: 'Enregistrer une vidéo',
	recordAudio: 'Enregistrer votre voix',
	chooseFile: 'Choisir un fichier',
	cameraApp: 'Utiliser votre appareil photo',
	panelNote:
		'Vous pouvez vous exercer. Rien n’est envoyé avant que vous n’appuyiez sur Envoyer. {time} et {n} Mo au plus.',
	openingRecorder: 'Ouverture de l’enregistreur',
	recorderFailed:
		'L’enregistreur n’a pas pu être chargé. Rechargez la page, vos mots sont conservés, ou choisissez un fichier enregistré autrement.',
	loadAgain: 'Recharger',
	checking: 'Lecture du fichier',
	yourVideo: 'Votre vidéo',
	yourAudio: 'Votre enregistrement',
	uploadOfVideo: 'Téléversement de votre vidéo',
	uploadOfAudio: 'Téléversement de votre enregistrement',
	sentOf: '{sent} sur {total} Mo',
	sentOfSmall: '{sent} sur {total} ko',
	starting: 'Le téléversement commence.',
	left: 'Encore {time} environ.',
	uploading: 'En route. Vous pouvez continuer à écrire.',
	resumed: 'Reprise à {n} Mo.',
	arrived: 'Bien arrivé. Appuyez sur Envoyer quand vous voulez.',
	offline: 'Vous êtes hors ligne. L’enregistrement est en sécurité sur cet appareil et l’envoi reprendra ici.',
	retrying:
		'Le serveur est injoignable. L’enregistrement est en sécurité sur cet appareil, prochain essai dans {time}.',
	elsewhere: 'Un autre onglet de cette page le téléverse.',
	needNotWait: 'Inutile d’attendre : appuyez sur Envoyer, et tout partira à la fin du téléversement.',
	watch: 'Regarder',
	listen: 'Écouter',
	replace: 'Remplacer',
	remove: 'Retirer',
	tryAgain: 'Réessayer',
	save: 'Enregistrer le fichier',
	keptTitle: 'Nous avons gardé votre enregistrement',
	keptText: 'De {when}. Il est seulement sur cet appareil, jusqu’au {end}.',
	lookAtIt: 'Le voir',
	deleteIt: 'Le supprimer',
	deleteAsk: 'Supprimer cet enregistrement ? Il sera perdu.',
	keepIt: 'Le garder',
	notStored:
		'Ce navigateur n’a pas la place de le garder : un rechargement le perd. Envoyez-le avant de fermer cette page.',
	gone: 'Votre enregistrement n’est plus sur cet appareil.',
	wrongVideo: 'Choisissez un fichier vidéo, par exemple MP4 ou MOV',
	wrongAudio: 'Choisissez un fichier audio, par exemple M4A ou MP3',
	emptyFile: 'Ce fichier est vide. Choisissez-en un autre',
	bigFile: 'Choisissez un fichier de {max} Mo au plus. Celui-ci fait {n} Mo',
	tooLongTitle: 'Trop long à envoyer',
	tooLongText: 'On peut envoyer {max} au plus. Choisissez la partie qui compte le plus.',
	tooLargeTitle: 'Trop lourd à envoyer',
	tooLargeText:
		'Il fait {n} Mo, et on peut envoyer {most} Mo au plus, soit environ {max}. Choisissez la partie qui compte le plus.',
	useFirst: 'Utiliser le début, {time}',
	choosePart: 'Choisir une partie',
	sendTooLong:
		'Votre enregistrement dure {time}, et on peut envoyer {max}. Raccourcissez-le de {over} ou retirez-le, puis envoyez.',
	closed:
		'Ce formulaire n’accepte plus d’enregistrements, le vôtre n’a donc pas été envoyé. Il est toujours ici : vous pouvez l’enregistrer.',
	tooLarge:
		'Le serveur n’accepte pas un fichier de cette taille. Il est toujours ici : enregistrez-le, ou faites-en un plus court.',
	siteLimit:
		'Ce site bloque les fichiers de cette taille. C’est un réglage du site, pas de votre téléphone ni de votre enregistrement, qui reste sur cet appareil. Faites-en un plus court ou réessayez plus tard. Les mots seuls passent.',
	full: 'Le serveur n’a pas de place pour le moment. L’enregistrement est en sécurité sur cet appareil. Réessayez plus tard.',
	throttled:
		'Beaucoup de personnes envoient en ce moment. L’enregistrement est en sécurité sur cet appareil, prochain essai dans {time}.',
	refused:
		'Le serveur n’a pas accepté ce fichier. Il est toujours ici : enregistrez-le, réessayez ou choisissez-en un autre.',
	unreadable: 'L’enregistrement n’est plus lisible sur cet appareil. Recommencez-le ou choisissez un fichier.',
	notArrived:
		'Votre enregistrement n’est pas arrivé sur notre serveur. Appuyez de nouveau sur Envoyer, il sera téléversé encore une fois.',
	expired: 'Son envoi avait expiré. Appuyez de nouveau sur Envoyer, il est alors transmis encore une fois.',
	sentBefore:
		'Cet enregistrement a déjà été envoyé, peut-être dans un autre onglet. Enregistrez ou choisissez-en un autre pour en envoyer un de plus.',
	// The thank-you, after it was sent
	preparing: 'Nous préparons tout pour une lecture partout. Vous n’avez pas besoin de rester.',
	preparation: 'Préparation',
	prepared: 'C’est prêt, et lisible sur votre page privée.',
	unprepared: 'La préparation n’a pas abouti. Votre page privée dit pourquoi, et ce que vous pouvez faire.',
}
