import type { RecordingMails } from './en.ts'

export const recordingMails: RecordingMails = {
	private_link_video: {
		subject: 'Su vídeo ha llegado a {space}',
		heading: 'Gracias, {name}. Su vídeo ha llegado.',
		heading_unnamed: 'Gracias. Su vídeo ha llegado.',
		intro:
			'{space} lo ve y decide si lo publica. En su página privada ve dónde se muestra, y puede reemplazarlo, retirarlo o borrarlo cuando quiera.',
		once: 'Guarde este correo para usted: quien tenga el enlace puede ver su vídeo y reemplazarlo.',
		stop: 'No recibir más correos sobre este vídeo',
	},
	private_link_audio: {
		subject: 'Su grabación ha llegado a {space}',
		heading: 'Gracias, {name}. Su grabación ha llegado.',
		heading_unnamed: 'Gracias. Su grabación ha llegado.',
		intro:
			'{space} la escucha y decide si la publica. En su página privada ve dónde se muestra, y puede reemplazarla, retirarla o borrarla cuando quiera.',
		once: 'Guarde este correo para usted: quien tenga el enlace puede escuchar su grabación y reemplazarla.',
		stop: 'No recibir más correos sobre esta grabación',
	},
	published_video: {
		subject: 'Su vídeo es público en {space}',
		heading: 'Su vídeo ya es público',
		anonymous: 'Se muestra sin su nombre, como eligió.',
		wall: 'Verlo en el muro',
		withdraw: '¿Cambió de idea? Retírelo en su página privada: desaparece de todas partes en 60 segundos.',
		stop: 'No recibir más correos sobre este vídeo',
	},
	published_audio: {
		subject: 'Su grabación es pública en {space}',
		heading: 'Su grabación ya es pública',
		anonymous: 'Se escucha sin mostrar su nombre, como eligió.',
		wall: 'Escucharla en el muro',
		withdraw: '¿Cambió de idea? Retírela en su página privada: desaparece de todas partes en 60 segundos.',
		stop: 'No recibir más correos sobre esta grabación',
	},
}
