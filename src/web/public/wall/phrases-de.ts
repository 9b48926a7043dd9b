import type { Phrases } from './phrases-en.ts'

export const german: Phrases = {
	lang: 'de',
	testimonialsAbout: (name) => `Stimmen zu ${name}`,
	stars: (given) => `${given} von 5 Sternen`,
	average: (value) => `Im Mittel ${value} von 5 Sternen`,
	basis: {
		order: () => 'Bestellung geprüft',
		provider: () => 'Konto geprüft',
		email: () => 'E-Mail geprüft',
		invited: (name) => `Eingeladen von ${name}`,
		imported: () => 'Übernommen',
		vouched: (name) => `Eingetragen von ${name}`,
	},
	importedFrom: (source) => `Übernommen von ${source}`,
	showing: ['', (published) => ` von ${published} veröffentlichten, ausgewählt vom Inhaber`],
	all: 'Alle ansehen',
	readMore: 'Weiterlesen',
	readLess: 'Weniger',
	whole: 'Auf der Wand',
	close: 'Schließen',
	play: (seconds) => (seconds ? `Video abspielen, ${seconds}` : 'Video abspielen'),
	listen: (seconds) => (seconds ? `Anhören, ${seconds}` : 'Anhören'),
	by: (label, name) => `${label}, ${name}`,
	photo: 'Foto',
	rewarded: 'mit Gegenleistung',
	video: 'Video',
	source: 'Quelle',
	scrolls: 'Stimmen, seitlich scrollbar',
	previous: 'Zurück',
	next: 'Weiter',
	pause: 'Anhalten',
	reply: (name) => `Antwort von ${name}`,
	people: (count, formatted, name) =>
		count === 1
			? `Eine Person schrieb über ${name}`
			: `${formatted} Menschen schrieben über ${name}`,
	readWords: 'Ihre Worte lesen',
	counted: (testimonials, rated) => `${testimonials} Stimmen, ${rated} mit Sternen`,
	spread: (parts) => `Wie viele 5, 4, 3, 2, 1 Sterne gaben: ${parts}`,
	none: 'Hier ist noch nichts veröffentlicht.',
	anonymous: 'Name zurückgehalten',
}
