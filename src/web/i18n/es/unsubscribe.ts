import type { UnsubscribeMessages } from '#web/i18n/en/unsubscribe.ts'

export const spanish: UnsubscribeMessages = {
	title: '¿No recibir más estos correos?',
	alerts: 'Correos sobre testimonios para {space}, enviados a {email}.',
	ownWords: 'Correos sobre sus palabras para {space}, enviados a {email}.',
	stop: 'No recibirlos más',
	daily: 'Mejor un correo al día',
	immediate: 'Mejor cada uno enseguida',
	inbox: 'Los testimonios siguen llegando a la bandeja de entrada. Los correos sobre su cuenta no cambian.',
	page: 'Su página privada queda como está. Solo usted y {space} conocen la dirección.',
	stoppedTitle: 'Ya no recibirá estos correos.',
	stopped: 'Los correos sobre testimonios para {space} están desactivados para {email}.',
	stoppedOwn: 'Los correos sobre sus palabras para {space} están desactivados para {email}.',
	onTitle: 'Su elección está guardada.',
	onDaily: '{email} recibe un correo al día sobre {space}, a las 08:00, y ninguno cuando no pasó nada.',
	onImmediate: '{email} recibe un correo por cada testimonio para {space}.',
	onChanged: '{email} solo recibe un correo cuando alguien cambia o retira un testimonio para {space}.',
	onOwn: '{email} recibe correos sobre las palabras para {space}.',
	undo: 'Deshacer',
	account: 'Elegir en su cuenta',
	goneTitle: 'Aquí no hay nada que detener.',
	gone: 'Quizá el enlace está incompleto. O ya no es miembro de ese espacio, o el testimonio se borró: entonces no se envían esos correos.',
}
