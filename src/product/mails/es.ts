import type { ProductMails } from './en.ts'
import { notificationMails } from './notifications/es.ts'
import { recordingMails } from './recordings/es.ts'

export const mails: ProductMails = {
	private_link: {
		subject: 'Sus palabras han llegado a {space}',
		preview: 'Guarde este correo: contiene su enlace privado.',
		heading: 'Gracias, {name}. Sus palabras han llegado.',
		heading_unnamed: 'Gracias. Sus palabras han llegado.',
		intro:
			'{space} las lee y decide si las publica. En su página privada ve dónde se muestran, y puede cambiarlas, retirarlas o borrarlas cuando quiera.',
		action: 'Abrir su página privada',
		once: 'Guarde este correo para usted: quien tenga el enlace puede cambiar sus palabras.',
		notYou: '¿No fue usted? Entonces alguien se equivocó de dirección. Abra la página y borre lo enviado.',
		stop: 'No recibir más correos sobre estas palabras',
	},
	...notificationMails,
	...recordingMails,
	invitation: {
		action: 'Escribir unas palabras',
		once: 'El enlace es solo para usted. Sirve una vez, hasta el {date}.',
		why: 'Recibe este mensaje porque {space} le pidió unas palabras.',
		decline: 'No volver a pedírmelo',
		sent: 'Enviado con Plaudit.',
	},
	invitation_reminder: {
		subject: 'Recordatorio: {subject}',
		preview: 'Es el único recordatorio. Si prefiere no responder, no haga nada.',
		intro:
			'El {date}, {space} le pidió unas palabras. Si prefiere no responder, no haga nada: este es el único recordatorio.',
	},
	member_invitation: {
		subject: '{inviter} le invita a unirse a {space}',
		subject_unnamed: 'Invitación a unirse a {space}',
		preview_owner: 'Como propietario. El enlace funciona hasta el {until}.',
		preview_editor: 'Como editor. El enlace funciona hasta el {until}.',
		preview_viewer: 'Como lector. El enlace funciona hasta el {until}.',
		heading_owner: 'Únase a {space} como propietario',
		heading_editor: 'Únase a {space} como editor',
		heading_viewer: 'Únase a {space} como lector',
		intro: '{inviter} le invita a trabajar en los testimonios de {space}.',
		intro_unnamed: 'Le invitan a trabajar en los testimonios de {space}.',
		may_owner:
			'Podrá hacerlo todo: aprobar, responder, cambiar formularios y muros, invitar a otras personas y eliminar el espacio.',
		may_editor: 'Podrá leer, aprobar y responder, y cambiar formularios y muros.',
		may_viewer: 'Podrá leer todos los testimonios, sin cambiar nada.',
		action: 'Ver la invitación',
		only: 'Solo para {email}, hasta el {until}.',
		unknown: '¿No sabe de qué se trata? No haga nada, y no pasará nada.',
	},
}
