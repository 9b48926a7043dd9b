import type { UnsubscribeMessages } from '#web/i18n/en/unsubscribe.ts'

export const german: UnsubscribeMessages = {
	title: 'Diese Mails beenden?',
	alerts: 'Mails über Texte für {space}, gesendet an {email}.',
	ownWords: 'Mails über Ihre Worte für {space}, gesendet an {email}.',
	stop: 'Beenden',
	daily: 'Stattdessen eine Mail am Tag',
	immediate: 'Stattdessen jede sofort',
	inbox: 'Texte kommen weiter im Eingang an. Mails zu Ihrem Konto bleiben davon unberührt.',
	page: 'Ihre private Seite bleibt, wie sie ist. Nur Sie und {space} kennen die Adresse.',
	stoppedTitle: 'Sie erhalten keine solchen Mails mehr.',
	stopped: 'Mails über Texte für {space} sind für {email} ausgeschaltet.',
	stoppedOwn: 'Mails über Ihre Worte für {space} sind für {email} ausgeschaltet.',
	onTitle: 'Ihre Wahl ist gespeichert.',
	onDaily: '{email} erhält eine Mail am Tag über {space}, um 08:00 Uhr, und keine, wenn nichts geschah.',
	onImmediate: '{email} erhält eine Mail für jeden Text für {space}.',
	onChanged: '{email} erhält nur eine Mail, wenn jemand einen Text für {space} ändert oder zurückzieht.',
	onOwn: '{email} erhält Mails über die Worte für {space}.',
	undo: 'Rückgängig machen',
	account: 'Im Konto auswählen',
	goneTitle: 'Hier gibt es nichts zu beenden.',
	gone: 'Vielleicht ist der Link unvollständig. Oder Sie gehören nicht mehr zu diesem Bereich, oder der Text wurde gelöscht: Dann werden solche Mails nicht gesendet.',
}
