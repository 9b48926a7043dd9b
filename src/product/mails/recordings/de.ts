import type { RecordingMails } from './en.ts'

export const recordingMails: RecordingMails = {
	private_link_video: {
		subject: 'Ihr Video ist bei {space} angekommen',
		heading: 'Danke, {name}. Ihr Video ist angekommen.',
		heading_unnamed: 'Danke. Ihr Video ist angekommen.',
		intro:
			'{space} sieht es sich an und entscheidet über die Veröffentlichung. Auf Ihrer privaten Seite sehen Sie, wo es gezeigt wird, und können es jederzeit ersetzen, zurückziehen oder löschen.',
		once: 'Behalten Sie diese Mail für sich: Wer den Link hat, kann Ihr Video ansehen und ersetzen.',
		stop: 'Keine Mails mehr zu diesem Video',
	},
	private_link_audio: {
		subject: 'Ihre Aufnahme ist bei {space} angekommen',
		heading: 'Danke, {name}. Ihre Aufnahme ist angekommen.',
		heading_unnamed: 'Danke. Ihre Aufnahme ist angekommen.',
		intro:
			'{space} hört sie sich an und entscheidet über die Veröffentlichung. Auf Ihrer privaten Seite sehen Sie, wo sie gezeigt wird, und können sie jederzeit ersetzen, zurückziehen oder löschen.',
		once: 'Behalten Sie diese Mail für sich: Wer den Link hat, kann Ihre Aufnahme anhören und ersetzen.',
		stop: 'Keine Mails mehr zu dieser Aufnahme',
	},
	published_video: {
		subject: 'Ihr Video ist bei {space} öffentlich',
		heading: 'Ihr Video ist jetzt öffentlich',
		anonymous: 'Es wird ohne Ihren Namen gezeigt, wie Sie es gewählt haben.',
		wall: 'An der Wand ansehen',
		withdraw:
			'Anders überlegt? Ziehen Sie es auf Ihrer privaten Seite zurück: Innerhalb von 60 Sekunden ist es überall verschwunden.',
		stop: 'Keine Mails mehr zu diesem Video',
	},
	published_audio: {
		subject: 'Ihre Aufnahme ist bei {space} öffentlich',
		heading: 'Ihre Aufnahme ist jetzt öffentlich',
		anonymous: 'Sie ist ohne Ihren Namen zu hören, wie Sie es gewählt haben.',
		wall: 'An der Wand anhören',
		withdraw:
			'Anders überlegt? Ziehen Sie sie auf Ihrer privaten Seite zurück: Innerhalb von 60 Sekunden ist sie überall verschwunden.',
		stop: 'Keine Mails mehr zu dieser Aufnahme',
	},
}
