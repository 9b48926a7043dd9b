import type { ProductMails } from './en.ts'
import { notificationMails } from './notifications/de.ts'
import { recordingMails } from './recordings/de.ts'

export const mails: ProductMails = {
	private_link: {
		subject: 'Ihre Worte sind bei {space} angekommen',
		preview: 'Bewahren Sie diese Mail auf: Sie enthält Ihren privaten Link.',
		heading: 'Danke, {name}. Ihre Worte sind angekommen.',
		heading_unnamed: 'Danke. Ihre Worte sind angekommen.',
		intro:
			'{space} liest sie und entscheidet über die Veröffentlichung. Auf Ihrer privaten Seite sehen Sie, wo sie gezeigt werden, und können sie jederzeit ändern, zurückziehen oder löschen.',
		action: 'Ihre private Seite öffnen',
		once: 'Behalten Sie diese Mail für sich: Wer den Link hat, kann Ihre Worte ändern.',
		notYou:
			'Nicht von Ihnen? Dann hat sich jemand bei der Adresse vertippt. Öffnen Sie die Seite und löschen Sie, was gesendet wurde.',
		stop: 'Keine Mails mehr zu diesen Worten',
	},
	...notificationMails,
	...recordingMails,
	invitation: {
		action: 'Ein paar Worte schreiben',
		once: 'Der Link ist nur für Sie bestimmt. Er gilt einmal und bis zum {date}.',
		why: 'Sie erhalten diese Mail, weil {space} Sie um ein paar Worte gebeten hat.',
		decline: 'Bitte nicht mehr fragen',
		sent: 'Mit Plaudit gesendet.',
	},
	invitation_reminder: {
		subject: 'Erinnerung: {subject}',
		preview: 'Die einzige Erinnerung. Wenn Sie nicht möchten, tun Sie nichts.',
		intro:
			'Am {date} hat {space} Sie um ein paar Worte gebeten. Wenn Sie nicht möchten, tun Sie nichts: Dies ist die einzige Erinnerung.',
	},
	member_invitation: {
		subject: '{inviter} lädt Sie zu {space} ein',
		subject_unnamed: 'Einladung zu {space}',
		preview_owner: 'Als Eigentümer. Der Link gilt bis {until}.',
		preview_editor: 'Als Bearbeiter. Der Link gilt bis {until}.',
		preview_viewer: 'Als Leser. Der Link gilt bis {until}.',
		heading_owner: 'Arbeiten Sie als Eigentümer bei {space} mit',
		heading_editor: 'Arbeiten Sie als Bearbeiter bei {space} mit',
		heading_viewer: 'Lesen Sie bei {space} mit',
		intro: '{inviter} lädt Sie ein, an den Kundenstimmen von {space} mitzuarbeiten.',
		intro_unnamed: 'Sie sind eingeladen, an den Kundenstimmen von {space} mitzuarbeiten.',
		may_owner:
			'Sie können alles: freigeben, antworten, Formulare und Wände ändern, andere einladen und den Bereich löschen.',
		may_editor: 'Sie können lesen, freigeben und antworten sowie Formulare und Wände ändern.',
		may_viewer: 'Sie können jede Kundenstimme lesen, aber nichts ändern.',
		action: 'Einladung ansehen',
		only: 'Nur für {email}, bis {until}.',
		unknown: 'Sie wissen nicht, worum es geht? Tun Sie nichts, dann geschieht nichts.',
	},
}
