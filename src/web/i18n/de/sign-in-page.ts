import type { SignInPageMessages } from '#web/i18n/en/sign-in-page.ts'

export const german: SignInPageMessages = {
	title: 'Hier werden Worte von Kunden bewahrt.',
	about: '{host} sammelt Kundenstimmen für die Geschäfte, die es betreiben, und zeigt sie auf deren Seiten.',
	signIn: 'Anmelden',
	dashboard: 'Übersicht',
	byLink: 'Stattdessen einen Link senden',
	forgotten: 'Passwort vergessen',
	signUp: 'Konto anlegen',
	asked: 'Wurden Sie um ein paar Worte gebeten?',
	lost: 'Öffnen Sie den Link in der Nachricht des Geschäfts noch einmal: Er führt zu Ihrer Seite. Diese hier handelt nicht von Ihnen.',
	whatIsPlaudit: 'Was ist Plaudit',
	report: 'Eine Schwachstelle melden',
}
