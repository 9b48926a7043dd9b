import type { MailTranslation } from './en.ts'

export const translation: MailTranslation = {
	language: 'de',
	direction: 'ltr',
	when: '{day} um {hour} Uhr (UTC)',
	whenFrom: '{day} um {hour} Uhr (UTC) mit {browser} auf {system}',
	systems: {
		iPhone: 'einem iPhone',
		iPad: 'einem iPad',
		Mac: 'einem Mac',
	},
	factors: {
		totp: 'eine Authenticator-App',
		phone: 'ein Telefon',
		webauthn: 'einen Sicherheitsschlüssel',
		recovery_code: 'Wiederherstellungscodes',
	},
	common: {
		orCode: 'Oder geben Sie diesen Code ein, wo Sie danach gefragt werden:',
		asked: 'Angefordert am {when}.',
		action: 'Plaudit öffnen',
	},
	mails: {
		confirmation: {
			subject: 'Bestätigen Sie Ihre Adresse für Plaudit',
			preview: 'Ein Klick, und Ihr Konto ist bereit.',
			heading: 'Bestätigen Sie Ihre Adresse',
			intro:
				'Sie haben mit {email} ein Konto angelegt. Bestätigen Sie, dass die Adresse Ihnen gehört, dann können Sie Ihr erstes Formular teilen.',
			action: 'Adresse bestätigen',
			once: 'Der Knopf öffnet eine Seite mit einem weiteren Klick, damit kein Mailscanner Ihren Link verbraucht. Knopf und Code gelten einmal, 24 Stunden lang.',
			notYou: 'Das waren nicht Sie? Tun Sie nichts. Ohne diese Mail kann niemand das Konto nutzen.',
		},
		invite: {
			subject: 'Sie sind zu Plaudit eingeladen',
			preview: 'Nehmen Sie an, dann können Sie sich anmelden.',
			heading: 'Sie sind eingeladen',
			intro: 'Jemand hat {email} zu seinem Plaudit eingeladen. Nehmen Sie an, dann können Sie sich anmelden.',
			action: 'Einladung annehmen',
			once: 'Knopf und Code gelten einmal, 24 Stunden lang.',
			notYou: 'Nicht erwartet? Tun Sie nichts, dann entsteht kein Konto.',
		},
		magic_link: {
			subject: '{code} ist Ihr Code für Plaudit',
			preview: 'Geben Sie ihn ein, wo Sie ihn angefordert haben, oder nutzen Sie den Knopf.',
			heading: 'Bei Plaudit anmelden',
			intro: 'Geben Sie diesen Code ein, wo Sie ihn angefordert haben:',
			orButton: 'Oder öffnen Sie Plaudit auf diesem Gerät:',
			action: 'Anmelden',
			once: 'Beide gelten einmal, eine Stunde lang. Angefordert am {when}.',
			notYou:
				'Nicht angefordert? Ohne diese Mail kommt niemand hinein, Sie können sie löschen. Wir fragen nie am Telefon oder im Chat nach dem Code.',
		},
		recovery: {
			subject: 'Wählen Sie ein neues Passwort für Plaudit',
			preview: 'Der Link gilt einmal, eine Stunde lang.',
			heading: 'Wählen Sie ein neues Passwort',
			intro: 'Jemand, vermutlich Sie, hat ein neues Passwort für {email} angefordert.',
			action: 'Neues Passwort wählen',
			once: 'Beide gelten einmal, eine Stunde lang. Ihr altes Passwort gilt, bis Sie ein neues setzen; dann werden alle anderen Sitzungen abgemeldet.',
			notYou:
				'Das waren nicht Sie? An Ihrem Konto hat sich nichts geändert. Kommt das öfter vor, schalten Sie unter Konto einen zweiten Faktor ein.',
		},
		reauthentication: {
			subject: '{code} bestätigt, dass Sie es sind',
			preview: 'Geben Sie ihn ein, wo Sie danach gefragt wurden.',
			heading: 'Bestätigen Sie, dass Sie es sind',
			intro: 'Geben Sie diesen Code ein, wo Sie danach gefragt wurden:',
			once: 'Er gilt einmal, eine Stunde lang. Angefordert am {when}.',
			notYou:
				'Nicht angefordert? Vielleicht ist jemand in Ihrem Konto angemeldet: Wählen Sie ein neues Passwort. Wir fragen nie am Telefon oder im Chat nach dem Code.',
		},
		email_change: {
			subject: 'Bestätigen Sie die neue Adresse Ihres Kontos',
			preview: 'Ihr Konto zieht um, sobald beide Adressen zustimmen.',
			heading: 'Bestätigen Sie die neue Adresse',
			intro: 'Jemand, vermutlich Sie, möchte dieses Konto von {email} auf {newEmail} umstellen.',
			action: 'Änderung bestätigen',
			once: 'Knopf und Code gelten einmal, 24 Stunden lang. Geändert wird erst, wenn die Mails an beide Adressen bestätigt sind.',
			notYou:
				'Das waren nicht Sie? Bestätigen Sie nicht und wählen Sie ein neues Passwort: Vielleicht ist jemand in Ihrem Konto angemeldet.',
		},
		email_change_new: {
			subject: 'Bestätigen Sie die neue Adresse Ihres Kontos',
			preview: 'Ihr Konto zieht auf diese Adresse um, sobald Sie zustimmen.',
			heading: 'Bestätigen Sie die neue Adresse',
			intro: 'Jemand, vermutlich Sie, möchte sich künftig mit {email} bei Plaudit anmelden.',
			action: 'Änderung bestätigen',
			once: 'Knopf und Code gelten einmal, 24 Stunden lang. Wurde auch die alte Adresse gefragt, müssen beide zustimmen.',
			notYou: 'Das waren nicht Sie? Tun Sie nichts, dann ändert sich nichts.',
		},
		password_changed: {
			subject: 'Ihr Passwort für Plaudit wurde geändert',
			preview: 'Alle anderen Sitzungen wurden abgemeldet.',
			heading: 'Ihr Passwort wurde geändert',
			intro: 'Das Passwort von {email} wurde am {when} geändert. Alle anderen Sitzungen wurden abgemeldet.',
			notYou: 'Das waren nicht Sie? Wählen Sie sofort ein neues Passwort:',
		},
		email_changed: {
			subject: 'Ihr Konto bei Plaudit hat eine neue Adresse',
			preview: 'Mit dieser Adresse können Sie sich nicht mehr anmelden.',
			heading: 'Ihr Konto hat eine neue Adresse',
			intro:
				'Die Adresse Ihres Kontos wurde am {when} von {oldEmail} auf {newEmail} geändert. Mit der alten können Sie sich nicht mehr anmelden.',
			notYou: 'Das waren nicht Sie? Wenden Sie sich an die Betreiber dieses Plaudit: Jemand hat Ihr Konto übernommen.',
		},
		phone_changed: {
			subject: 'Ihr Konto bei Plaudit hat eine neue Nummer',
			preview: 'Codes gehen ab jetzt an die neue Nummer.',
			heading: 'Ihr Konto hat eine neue Telefonnummer',
			intro: 'Die Telefonnummer von {email} wurde am {when} auf {phone} geändert.',
			notYou: 'Das waren nicht Sie? Wählen Sie sofort ein neues Passwort und tragen Sie Ihre Nummer wieder ein:',
		},
		identity_linked: {
			subject: 'Neue Anmeldemöglichkeit für Ihr Konto bei Plaudit',
			preview: 'In Ihr Konto führt jetzt ein weiterer Weg.',
			heading: 'Neue Anmeldemöglichkeit',
			intro: 'Am {when} wurde für {email} die Anmeldung mit {provider} hinzugefügt.',
			notYou: 'Das waren nicht Sie? Entfernen Sie sie und wählen Sie ein neues Passwort:',
		},
		identity_unlinked: {
			subject: 'Eine Anmeldemöglichkeit bei Plaudit wurde entfernt',
			preview: 'In Ihr Konto führt jetzt ein Weg weniger.',
			heading: 'Eine Anmeldemöglichkeit wurde entfernt',
			intro: 'Am {when} wurde für {email} die Anmeldung mit {provider} entfernt.',
			notYou: 'Das waren nicht Sie? Wählen Sie sofort ein neues Passwort:',
		},
		mfa_factor_enrolled: {
			subject: 'Ein zweiter Faktor schützt Ihr Konto bei Plaudit',
			preview: 'Die Anmeldung fragt ab jetzt danach.',
			heading: 'Ein zweiter Faktor wurde hinzugefügt',
			intro: 'Die Anmeldung als {email} verlangt jetzt auch {factor}. Hinzugefügt am {when}.',
			notYou:
				'Das waren nicht Sie? Wenden Sie sich an die Betreiber dieses Plaudit: Allein kommen Sie vielleicht nicht mehr hinein.',
		},
		mfa_factor_unenrolled: {
			subject: 'Ein zweiter Faktor wurde von Ihrem Konto entfernt',
			preview: 'Die Anmeldung fragt nicht mehr danach.',
			heading: 'Ein zweiter Faktor wurde entfernt',
			intro: 'Die Anmeldung als {email} verlangt {factor} nicht mehr. Entfernt am {when}.',
			notYou:
				'Das waren nicht Sie? Wählen Sie sofort ein neues Passwort und richten Sie wieder einen zweiten Faktor ein:',
		},
		passkey_created: {
			subject: 'Ihr Konto bei Plaudit hat einen neuen Passkey',
			preview: 'Ihr Konto lässt sich damit öffnen.',
			heading: 'Ein Passkey wurde hinzugefügt',
			intro: 'Am {when} wurde für {email} ein Passkey hinzugefügt.',
			notYou: 'Das waren nicht Sie? Entfernen Sie ihn und wählen Sie ein neues Passwort:',
		},
		passkey_deleted: {
			subject: 'Ein Passkey wurde von Ihrem Konto bei Plaudit entfernt',
			preview: 'Ihr Konto lässt sich damit nicht mehr öffnen.',
			heading: 'Ein Passkey wurde entfernt',
			intro: 'Am {when} wurde einer der Passkeys von {email} entfernt.',
			notYou: 'Das waren nicht Sie? Wählen Sie sofort ein neues Passwort:',
		},
		recovery_code_used: {
			subject: 'Ein Wiederherstellungscode wurde benutzt',
			preview: 'Er trat an die Stelle Ihres zweiten Faktors.',
			heading: 'Ein Wiederherstellungscode wurde benutzt',
			intro: 'Für {email} wurde am {when} ein Wiederherstellungscode benutzt. Übrige Codes: {remaining}.',
			notYou: 'Das waren nicht Sie? Wählen Sie sofort ein neues Passwort und erstellen Sie neue Codes:',
		},
		new_device: {
			subject: 'Eine neue Anmeldung bei Ihrem Plaudit-Konto',
			preview: 'Von einem Ort, den wir noch nicht kennen.',
			heading: 'Eine neue Anmeldung',
			intro: 'Jemand, vermutlich Sie, hat sich am {when} als {email} angemeldet. Diesen Ort kennen wir noch nicht.',
			notYou: 'Das waren nicht Sie? Wählen Sie sofort ein neues Passwort; das meldet alle anderen ab:',
		},
	},
}
