import type { DeclineMessages } from '#web/i18n/en/decline.ts'

export const spanish: DeclineMessages = {
	title: '¿Prefiere no responder?',
	intro: '{space} le pidió unas palabras.',
	text: 'Pulse el botón y {space} no volverá a escribir a {email}. Allí verán que usted no quiso, y nada más.',
	address: 'esta dirección',
	decline: 'No volver a pedírmelo',
	write: 'Prefiero escribir algo',
	doneTitle: 'De acuerdo. No se lo pedirán de nuevo.',
	done: '{space} no vuelve a escribir a {email}.',
	list: 'Su dirección queda en una sola lista: la de las personas a las que {space} no pregunta.',
	undo: 'Deshacer',
}
