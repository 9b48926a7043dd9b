import type { RecordingMessages } from '#web/i18n/en/recording.ts'

export const german: RecordingMessages = {
	panelIntro: 'Fragen, wenn Sie mögen. Sie bleiben auf dem Bildschirm, während Sie sprechen.',
	recordVideo: 'Video aufnehmen',
	recordAudio: 'Stimme aufnehmen',
	chooseFile: 'Datei wählen',
	cameraApp: 'Kamera-App verwenden',
	panelNote: 'Sie können üben. Nichts wird gesendet, bevor Sie auf Senden drücken. Bis zu {time}, höchstens {n} MB.',
	openingRecorder: 'Die Aufnahme wird geöffnet',
	recorderFailed:
		'Die Aufnahme ließ sich nicht laden. Laden Sie die Seite neu, Ihre Worte bleiben erhalten, oder wählen Sie eine Datei, die Sie anders aufgenommen haben.',
	loadAgain: 'Neu laden',
	checking: 'Die Datei wird angesehen',
	yourVideo: 'Ihr Video',
	yourAudio: 'Ihre Aufnahme',
	uploadOfVideo: 'Ihr Video wird hochgeladen',
	uploadOfAudio: 'Ihre Aufnahme wird hochgeladen',
	sentOf: '{sent} von {total} MB',
	sentOfSmall: '{sent} von {total} kB',
	starting: 'Das Hochladen beginnt.',
	left: 'Noch etwa {time}.',
	uploading: 'Unterwegs. Schreiben Sie ruhig weiter.',
	resumed: 'Es geht weiter ab {n} MB.',
	arrived: 'Angekommen. Drücken Sie auf Senden, wenn Sie so weit sind.',
	offline: 'Sie sind offline. Die Aufnahme ist auf diesem Gerät sicher, und es geht von hier weiter.',
	retrying:
		'Der Server ist nicht erreichbar. Die Aufnahme ist auf diesem Gerät sicher, der nächste Versuch ist in {time}.',
	elsewhere: 'Ein anderer Tab dieser Seite lädt sie hoch.',
	needNotWait: 'Sie müssen nicht warten: Drücken Sie auf Senden, dann geht es hinaus, sobald das Hochladen fertig ist.',
	watch: 'Ansehen',
	listen: 'Anhören',
	replace: 'Ersetzen',
	remove: 'Entfernen',
	tryAgain: 'Noch einmal versuchen',
	save: 'Aufnahme speichern',
	keptTitle: 'Wir haben Ihre Aufnahme aufbewahrt',
	keptText: 'Von {when}. Sie ist nur auf diesem Gerät, bis {end}.',
	lookAtIt: 'Ansehen',
	deleteIt: 'Löschen',
	deleteAsk: 'Diese Aufnahme löschen? Sie lässt sich nicht zurückholen.',
	keepIt: 'Behalten',
	notStored:
		'Dieser Browser hat keinen Platz dafür: Beim Neuladen geht sie verloren. Senden Sie, bevor Sie die Seite schließen.',
	gone: 'Ihre Aufnahme ist nicht mehr auf diesem Gerät.',
	wrongVideo: 'Wählen Sie eine Videodatei, zum Beispiel MP4 oder MOV',
	wrongAudio: 'Wählen Sie eine Tondatei, zum Beispiel M4A oder MP3',
	emptyFile: 'Diese Datei ist leer. Wählen Sie eine andere',
	bigFile: 'Wählen Sie eine Datei von höchstens {max} MB. Diese hat {n} MB',
	tooLongTitle: 'Zu lang zum Senden',
	tooLongText: 'Höchstens {max} können gesendet werden. Wählen Sie den Teil, der Ihnen am wichtigsten ist.',
	tooLargeTitle: 'Zu groß zum Senden',
	tooLargeText:
		'Sie hat {n} MB, und höchstens {most} MB können gesendet werden, das sind etwa {max}. Wählen Sie den Teil, der Ihnen am wichtigsten ist.',
	useFirst: 'Den Anfang verwenden, {time}',
	choosePart: 'Einen Teil wählen',
	sendTooLong:
		'Ihre Aufnahme ist {time} lang, und {max} können gesendet werden. Kürzen Sie sie um {over}, oder entfernen Sie sie, und drücken Sie dann auf Senden.',
	closed:
		'Dieses Formular nimmt keine Aufnahmen mehr an, daher wurde Ihre nicht gesendet. Sie ist noch hier: Sie können sie speichern.',
	tooLarge:
		'Eine so große Datei nimmt der Server nicht an. Sie ist noch hier: Speichern Sie sie, oder nehmen Sie eine kürzere auf.',
	siteLimit:
		'Diese Website hält Dateien dieser Größe auf. Das ist eine Einstellung der Website und liegt nicht an Ihrem Telefon oder Ihrer Aufnahme, die auf diesem Gerät bleibt. Nehmen Sie eine kürzere auf, oder versuchen Sie es später. Worte allein kommen an.',
	full: 'Der Server hat im Moment keinen Platz. Die Aufnahme ist auf diesem Gerät sicher. Versuchen Sie es später noch einmal.',
	throttled: 'Gerade senden viele. Die Aufnahme ist auf diesem Gerät sicher, der nächste Versuch ist in {time}.',
	refused:
		'Der Server hat diese Datei nicht angenommen. Sie ist noch hier: Speichern Sie sie, versuchen Sie es noch einmal, oder wählen Sie eine andere.',
	unreadable:
		'Die Aufnahme lässt sich auf diesem Gerät nicht mehr lesen. Nehmen Sie sie noch einmal auf, oder wählen Sie eine Datei.',
	notArrived:
		'Ihre Aufnahme ist nicht auf unserem Server angekommen. Drücken Sie noch einmal auf Senden, dann wird sie erneut hochgeladen.',
	expired: 'Ihr Upload war abgelaufen. Drücken Sie noch einmal auf Senden, dann wird neu hochgeladen.',
	sentBefore:
		'Diese Aufnahme wurde schon gesendet, vielleicht in einem anderen Tab. Nehmen Sie eine neue auf oder wählen Sie eine andere, um noch eine zu senden.',
	// The thank-you, after it was sent
	preparing: 'Wir bereiten es auf, damit es überall läuft. Sie müssen nicht bleiben.',
	preparation: 'Aufbereitung',
	prepared: 'Alles bereit. Auf Ihrer privaten Seite können Sie es abspielen.',
	unprepared: 'Es konnte nicht aufbereitet werden. Ihre private Seite sagt, warum, und was Sie tun können.',
}
