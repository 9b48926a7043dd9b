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
	freshTitle: 'Hier wohnt noch niemand.',
	freshAbout:
		'Dies ist ein neues Plaudit. Das Konto, das über den Einrichtungslink angelegt wird, gehört dem Betreiber.',
	first: 'Das erste Konto anlegen',
	setupLink:
		'Öffnen Sie den Einrichtungslink, den der erste Start ausgegeben hat. Dieser Befehl gibt auf dem Server einen neuen aus:',
	here: 'Sie sind am Rechner des Servers: Das erste Konto, das Sie hier anlegen, wird das des Betreibers.',
	choice: 'Der Betreiber kann hier stattdessen eine Wand oder die Seite des Produkts zeigen: LANDING_PAGE.',
	report: 'Eine Schwachstelle melden',
}
