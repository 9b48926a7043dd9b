import type { InvitationMessages } from '#web/i18n/en/invitation.ts'

export const spanish: InvitationMessages = {
	subject: '¿Unas palabras sobre {space}?',
	message:
		'Hola {name}:\n\nGracias por elegir {space}. ¿Quiere contar a los demás cómo le fue? Bastan unas frases sinceras; lleva un minuto y no necesita una cuenta.\n\nLeo personalmente cada respuesta.',
}
