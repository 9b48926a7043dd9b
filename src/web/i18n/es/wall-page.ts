import type { WallPageMessages } from '#web/i18n/en/wall-page.ts'

export const spanish: WallPageMessages = {
	title: 'Lo que se dice de {name}',
	skip: 'Ir a los testimonios',
	write: 'Escribir un testimonio',
	how: 'Cómo se hace este muro',
	wordsTitle: 'Las palabras son suyas',
	wordsText:
		'Un testimonio solo puede abreviarse a un pasaje continuo. Cualquier otro cambio necesita el permiso de quien lo escribió.',
	checkTitle: 'La comprobación es nuestra',
	checkText: 'La pone el servidor después de comprobar, nunca el propietario.',
	choiceTitle: 'La elección es del propietario',
	choiceText:
		'{name} eligió cuáles de sus {published} testimonios publicados están aquí. Un muro no puede filtrarse solo por estrellas.',
	range: '{first} a {last} de {chosen} en este muro',
	pages: 'Páginas de este muro',
	footer: '¿Escribiste uno de estos? Con tu enlace privado puedes cambiarlo o retirarlo.',
	shortened: 'Abreviado',
	cutOnCard: 'Los primeros {shown} de {all} caracteres. El resto: {host}',
	rewarded: 'Recibido por escribir: {reward}',
	showAll: 'Mostrar todas las palabras de {name}',
	photoBy: 'Foto de {name}',
	videoBy: 'Vídeo de {name}',
	soundBy: 'Audio de {name}',
	testimonialBy: '{name} sobre {space}',
	transcript: 'Transcripción',
	transcriptIn: 'Transcripción, {language}',
	captionsIn: 'Subtítulos: {languages}',
	asSent: 'Las palabras están tal como su autor las envió o aceptó.',
	proof: 'Prueba de estas palabras',
	footerOne: '¿Lo escribiste tú? Con tu enlace privado puedes cambiarlo o retirarlo.',
	empty: '{name} aún no ha puesto testimonios aquí.',
}
