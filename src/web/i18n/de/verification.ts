import type { VerificationMessages } from '#web/i18n/en/verification.ts'

export const german: VerificationMessages = {
	lang: 'de',
	askedBy: 'Auf Bitte von {space}',
	askedFor: 'für {name}',
	notYou: 'Sind Sie das nicht?',
	emailFromInvitation: 'Aus Ihrer Einladung. Sie können sie ändern. Nur {space} sieht sie.',
	invitationUsed:
		'Auf diese Einladung wurde schon geantwortet. Um die Antwort zu ändern, öffnen Sie den privaten Link, den Sie nach dem Senden bekommen haben. Sie können hier auch noch einmal schreiben.',
	invitationExpired:
		'Diese Einladung ist am {date} abgelaufen. Sie können trotzdem schreiben: Nur der Vermerk „{mark}“ entfällt.',
	invitationDeclined:
		'Diese Einladung wurde abgelehnt. Sie können trotzdem schreiben: Nur der Vermerk „{mark}“ entfällt.',
	invitationUnknown:
		'Dieser persönliche Link gilt nicht für dieses Formular. Sie können trotzdem schreiben: Nur der Vermerk „{mark}“ entfällt.',
	orderSigned: 'Zu Ihrer Bestellung {reference}',
	orderSignedText: 'Von hier gesendet, tragen Ihre Worte den Vermerk „{mark}“.',
	orderUsed:
		'Zu dieser Bestellung wurde schon geschrieben. Sie können trotzdem schreiben: Nur der Vermerk „{mark}“ entfällt.',
	orderForged:
		'Diese Bestellung konnte nicht geprüft werden. Sie können trotzdem schreiben: Nur der Vermerk „{mark}“ entfällt.',
	accountTitle: 'Zeigen Sie, dass Sie es wirklich sind',
	accountOptional: 'freiwillig',
	accountText:
		'Melden Sie sich mit einem Konto an, das Sie haben. Dort wird nichts veröffentlicht, hier entsteht kein Konto, und Ihre Worte bleiben.',
	accountWith: 'Weiter mit {provider}',
	accountOf: 'Angemeldet mit {provider} als {name}',
	accountMark:
		'Ihre Worte tragen dann den Vermerk „{mark}“. {space} sieht außerdem den Namen des Kontos und das Ende seiner Adresse.',
	accountRemove: 'Entfernen',
	accountUsed:
		'Diese Anmeldung wurde schon für andere Worte benutzt. Sie können trotzdem schreiben: Nur der Vermerk „{mark}“ entfällt.',
	accountExpired:
		'Diese Anmeldung ist älter als eine Stunde. Sie können trotzdem schreiben: Nur der Vermerk „{mark}“ entfällt.',
	accountUnknown: 'Diese Anmeldung gilt hier nicht. Sie können trotzdem schreiben: Nur der Vermerk „{mark}“ entfällt.',
	accountCancelled:
		'Sie haben sich nicht angemeldet. Sie können trotzdem schreiben: Nur der Vermerk „{mark}“ entfällt.',
	accountFailed:
		'Die Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal, oder schreiben Sie ohne sie: Nur der Vermerk „{mark}“ entfällt.',
	accountBusy:
		'Von hier wurden zu viele Anmeldungen begonnen. Versuchen Sie es in ein paar Minuten wieder, oder schreiben Sie ohne sie: Nur der Vermerk „{mark}“ entfällt.',
	confirmTitle: 'Ist das Ihre Adresse?',
	confirmText: 'Ein Druck, und Ihre Worte tragen den Vermerk „{mark}“.',
	confirmYes: 'Ja, bestätigen',
	confirmLater: 'Nicht jetzt, meine Seite öffnen',
	confirmHint: '{space} sieht, dass die Adresse bestätigt ist. Öffentlich ist sie nie zu sehen.',
	confirmNotMine:
		'Sie haben diese Worte nicht geschrieben? Dann bestätigen Sie nicht. Auf jener Seite können Sie sie löschen.',
	confirmedTitle: 'Danke. Ihre Adresse ist bestätigt.',
	confirmedText: 'Ihre Worte tragen jetzt den Vermerk „{mark}“.',
	confirmedOpen: 'Ihre private Seite öffnen',
	heading: 'Was die Vermerke bedeuten',
	yours: 'Woher wir wissen, dass Sie es sind',
	none: 'Wer das geschrieben hat, wurde nicht geprüft.',
	byMail: 'Die E-Mail mit Ihrem privaten Link bestätigt auch Ihre Adresse {email}, wenn Sie ihn dort öffnen.',
	why_order:
		'Der Link zum Formular enthielt eine von {space} signierte Bestellung. Er beweist nicht, dass der Käufer selbst geschrieben hat.',
	why_provider:
		'Wer schrieb, hat sich beim Senden mit einem Konto bei einem anderen Dienst angemeldet. Das beweist nicht, dass er Kunde ist.',
	why_email:
		'Wer schrieb, hat eine E-Mail an der angegebenen Adresse geöffnet. Das beweist weder den Namen noch, dass er Kunde ist.',
	why_invited:
		'Gesendet über einen persönlichen Link, der einmal gilt und den {space} an eine Adresse geschickt hat. Das beweist nicht, dass niemand anders den Link benutzt hat.',
	why_imported: 'Von anderswo übernommen. Wer es geschrieben hat, wurde hier nicht geprüft.',
	why_vouched: '{space} hat es eingetragen und steht dafür ein. Sonst hat niemand geprüft, wer es geschrieben hat.',
}
