import type { InvitationMessages } from '#web/i18n/en/invitation.ts'

export const german: InvitationMessages = {
	subject: 'Ein paar Worte über {space}?',
	message:
		'Guten Tag {name},\n\nvielen Dank, dass Sie sich für {space} entschieden haben. Würden Sie anderen erzählen, wie es war? Ein paar ehrliche Sätze genügen; es dauert eine Minute, und Sie brauchen kein Konto.\n\nIch lese jede Antwort selbst.',
}
