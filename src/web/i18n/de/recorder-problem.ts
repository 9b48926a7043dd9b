import type { RecorderProblemMessages } from '#web/i18n/en/recorder-problem.ts'

export const german: RecorderProblemMessages = {
	tryAgain: 'Noch einmal versuchen',
	phoneCamera: 'Kamera des Telefons verwenden',
	refused: 'Die Kamera ist hier nicht erlaubt',
	refusedVoice: 'Das Mikrofon ist hier nicht erlaubt',
	allowAddressBar:
		'Tippen Sie auf das Zeichen am Anfang der Adresszeile, erlauben Sie Kamera und Mikrofon, und versuchen Sie es noch einmal.',
	allowSafariPhone:
		'Tippen Sie auf das Seitenmenü in der Adresszeile, öffnen Sie die Website-Einstellungen, erlauben Sie Kamera und Mikrofon, und versuchen Sie es noch einmal.',
	allowSafari:
		'Öffnen Sie im Menü „Safari“ die Einstellungen für diese Website, erlauben Sie Kamera und Mikrofon, und versuchen Sie es noch einmal.',
	allowFirefox:
		'Klicken Sie in der Adresszeile auf die durchgestrichene Kamera oder das Mikrofon, heben Sie die Sperre auf, und versuchen Sie es noch einmal.',
	allowSystem:
		'Erlauben Sie dem Browser in den Einstellungen dieses Geräts Kamera und Mikrofon, und versuchen Sie es noch einmal.',
	none: 'Wir finden keine Kamera',
	noneText:
		'Schließen Sie eine an und versuchen Sie es noch einmal, nehmen Sie nur Ihre Stimme auf, oder wählen Sie ein fertiges Video.',
	noneTextFile: 'Schließen Sie eine an und versuchen Sie es noch einmal, oder wählen Sie ein fertiges Video.',
	noneVoice: 'Wir finden kein Mikrofon',
	noneVoiceText: 'Schließen Sie eines an und versuchen Sie es noch einmal, oder wählen Sie eine fertige Aufnahme.',
	inUse: 'Die Kamera wird schon verwendet',
	inUseVoice: 'Das Mikrofon wird schon verwendet',
	inUseText:
		'Eine andere App oder ein anderer Tab hat das Gerät. Schließen Sie sie und versuchen Sie es noch einmal, oder wählen Sie eine Datei.',
	insecure: 'Aufnehmen geht nur auf einer sicheren Seite',
	insecureText:
		'Diese Seite wurde ohne https geöffnet, deshalb sperrt der Browser Kamera und Mikrofon. Wählen Sie eine Datei.',
	unsupported: 'Dieser Browser kann nicht aufnehmen',
	unsupportedText: 'Öffnen Sie die Seite in einem anderen Browser, oder wählen Sie eine Datei.',
	failed: 'Die Kamera ist nicht gestartet',
	failedVoice: 'Das Mikrofon ist nicht gestartet',
	failedText: 'Versuchen Sie es noch einmal. Gelingt es wieder nicht, wählen Sie eine Datei.',
	tooShort: 'Das war zu kurz',
	tooShortText: 'Die Aufnahme endete, bevor etwas aufgenommen war. Versuchen Sie es noch einmal.',
	inApp: 'Diese App gibt die Kamera nicht frei',
	inAppVoice: 'Diese App gibt das Mikrofon nicht frei',
	inAppText: 'Öffnen Sie diese Seite in Ihrem Browser und nehmen Sie dort auf.',
	inAppDraft: 'Was Sie geschrieben haben, kommt mit.',
	openBrowser: 'Im Browser öffnen',
	copyLink: 'Link kopieren',
	copied: 'Link kopiert. Fügen Sie ihn in die Adresszeile Ihres Browsers ein.',
	notCopied: 'Kopieren Sie diesen Link von Hand:',
}
