import type { ReceiptRecordingMessages } from '#web/i18n/en/receipt-recording.ts'

/** “Témoignage” instead of “vidéo” where the page goes on in the masculine. */
export const french: ReceiptRecordingMessages = {
	skip_video: 'Aller à votre vidéo',
	skip_audio: 'Aller à votre enregistrement',
	title_video: 'Votre témoignage vidéo pour {space}',
	title_audio: 'Votre témoignage audio pour {space}',
	yours_video: 'Votre vidéo',
	yours_audio: 'Votre enregistrement',
	statusEdit_recording: '{status}. La nouveauté attend {space}',
	statusPrivate_video: 'Seul {space} peut le regarder. Rien n’est publié.',
	statusPrivate_audio: 'Seul {space} peut l’écouter. Rien n’est publié.',
	statusPending_video: '{space} ne l’a pas encore regardé. Il n’est encore montré nulle part.',
	statusPending_audio: '{space} ne l’a pas encore écouté. Il n’est encore montré nulle part.',
	onWall: 'Sur le mur en ce moment',
	former: 'Le précédent',
	waits: 'Attend {space}',
	approved: 'Approuvé, montré dès qu’il sera prêt',
	shownPart: '{space} en montre de {start} à {end}. Tout est conservé.',
	shownWords: 'Là où un mur a besoin de mots, {space} montre :',
	transcript: 'Ce qui y est dit',
	original: 'Télécharger ce que vous avez envoyé',
	preparing: 'Nous le préparons pour qu’il soit lisible partout. Vous n’avez pas besoin d’attendre.',
	preparation_video: 'Préparation de votre vidéo',
	preparation_audio: 'Préparation de votre enregistrement',
	reload: 'Recharger cette page pour voir où cela en est',
	isReady_video: 'Votre vidéo peut être regardée.',
	isReady_audio: 'Votre enregistrement peut être écouté.',
	failed_video: 'Votre vidéo n’a pas pu être préparée',
	failed_audio: 'Votre enregistrement n’a pas pu être préparé',
	sendAnother: 'Envoyer un autre enregistrement',
	problem_unreadable: 'Le fichier est illisible. Il est peut-être endommagé ou incomplet.',
	problem_no_video: 'Le fichier a du son, mais pas d’image.',
	problem_no_audio: 'Le fichier n’a pas de son.',
	problem_too_long: 'Il dure plus longtemps que ne le permet {space}.',
	problem_too_large_picture:
		'L’image est plus grande que ce qui peut être préparé. Enregistrez avec une résolution plus basse, comme 1080p.',
	problem_too_many_streams:
		'Le fichier a trop de pistes. Enregistrez-le de nouveau avec une seule piste d’image et une seule de son.',
	problem_too_slow: 'Le serveur a mis trop de temps. Un enregistrement plus court conviendra.',
	problem_no_ffmpeg:
		'Ce serveur ne peut pas préparer d’enregistrements en ce moment. {space} le voit aussi. Le vôtre est conservé et sera préparé dès que possible : vous n’avez rien à faire.',
	problem_storage_full:
		'Le serveur n’a plus de place en ce moment. {space} le voit aussi et peut recommencer. Le vôtre est conservé : vous n’avez rien à faire.',
	problem_interrupted:
		'Un problème est survenu sur le serveur. {space} le voit aussi et peut recommencer. Le vôtre est conservé : vous n’avez rien à faire.',
	replace: 'Remplacer',
	replaceText_video: '{space} regarde un nouveau témoignage avant de le publier.',
	replaceText_audio: '{space} écoute un nouveau témoignage avant de le publier.',
	replacePublic: 'Celui qui est public le reste jusque-là.',
	recordAgain: 'Enregistrer de nouveau',
	otherFile: 'Choisir un autre fichier',
	needsScript: 'Pour en envoyer un autre, ouvrez cette page dans un navigateur avec JavaScript.',
	notLoaded: 'Le chargement a échoué. Vérifiez votre connexion et réessayez.',
	send_video: 'Envoyer la nouvelle vidéo',
	send_audio: 'Envoyer le nouvel enregistrement',
	sending: 'Envoi en cours',
	sendsLater: 'Envoi dès que le téléversement sera terminé',
	takeBackSend: 'Ne pas envoyer tout de suite',
	uploading: 'En route.',
	left: 'Environ {time}.',
	arrived: 'C’est téléversé, mais {space} ne l’a pas encore. Envoyez quand vous voulez.',
	needNotWait:
		'Inutile d’attendre : appuyez sur Envoyer, et cela part dès que le téléversement est terminé. Retirer l’arrête.',
	closedLink:
		'Ce lien privé n’accepte plus d’enregistrement : rien n’a été téléversé. Le vôtre est encore ici, vous pouvez le sauvegarder.',
	notSent: 'Rien n’a été envoyé : le serveur est injoignable. Tout est conservé ici. Appuyez de nouveau sur Envoyer.',
	tooOften:
		'Il y a eu beaucoup de changements depuis une heure. Tout est conservé ici. Appuyez de nouveau sur Envoyer dans une heure.',
	replaced_video: 'Votre nouvelle vidéo est arrivée et attend {space}.',
	replaced_audio: 'Votre nouvel enregistrement est arrivé et attend {space}.',
	replacedPublic_video:
		'Votre nouvelle vidéo est arrivée. Celle qui est publique le reste jusqu’à ce que {space} ait regardé la nouvelle.',
	replacedPublic_audio:
		'Votre nouvel enregistrement est arrivé. Celui qui est public le reste jusqu’à ce que {space} ait écouté le nouveau.',
	editText_recording: '{space} regarde une modification avant de la publier. Ce qui est public le reste jusque-là.',
	editWords_recording: 'Modifier les mots et le nom',
	withoutNameHint_video: 'Votre visage et votre voix restent reconnaissables.',
	withoutNameHint_audio: 'Votre voix reste reconnaissable.',
	notAtAllHint_video: 'Seul {space} peut encore le regarder.',
	notAtAllHint_audio: 'Seul {space} peut encore l’écouter.',
	downloadText_video: 'Vos mots, vos consentements et l’historique dans un fichier, avec un lien vers votre vidéo.',
	downloadText_audio:
		'Vos mots, vos consentements et l’historique dans un fichier, avec un lien vers votre enregistrement.',
	eraseText_video:
		'Supprime votre vidéo, vos mots, votre nom, votre photo et votre e-mail pour de bon, pour {space} aussi.',
	eraseText_audio:
		'Supprime votre enregistrement, vos mots, votre nom, votre photo et votre e-mail pour de bon, pour {space} aussi.',
	erasedText_video:
		'Votre vidéo, vos mots, votre nom, votre photo et votre adresse e-mail ont disparu et, en 60 secondes, de chaque mur qui les montrait. Ce lien ne fonctionne plus.',
	erasedText_audio:
		'Votre enregistrement, vos mots, votre nom, votre photo et votre adresse e-mail ont disparu et, en 60 secondes, de chaque mur qui les montrait. Ce lien ne fonctionne plus.',
	event_edited_recording: '{who} : modifié',
	editedPublic_recording:
		'Votre modification est enregistrée. Ce qui était publié le reste jusqu’à ce que {space} l’ait regardée.',
	next1_video: '{space} le regarde.',
	next1_audio: '{space} l’écoute.',
	linkHint_video: 'Gardez-le pour vous : toute personne qui l’a peut regarder votre vidéo et la remplacer.',
	linkHint_audio: 'Gardez-le pour vous : toute personne qui l’a peut écouter votre enregistrement et le remplacer.',
}
