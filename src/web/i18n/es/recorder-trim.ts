import type { RecorderTrimMessages } from '#web/i18n/en/recorder-trim.ts'

export const spanish: RecorderTrimMessages = {
	playPart: 'Reproducir la parte elegida',
	back: 'Volver a su toma',
	stays: 'Quedan {time}',
	leftOut: 'Se quitan {time}',
	from: 'Inicio',
	to: 'Fin',
	fromEarlier: 'Inicio: medio segundo antes',
	fromLater: 'Inicio: medio segundo después',
	toEarlier: 'Fin: medio segundo antes',
	toLater: 'Fin: medio segundo después',
	cover: 'Imagen de portada',
	coverAt: 'A los {time}',
	leavesDevice: 'Lo que quita se borra aquí y nunca se envía.',
	nextCut: 'Este navegador solo puede cortar en ciertos puntos, así que empieza a los {time}.',
	noCut: 'Este navegador no puede recortar esta grabación. Aún puede elegir la portada y usarla entera.',
	endOnly: 'Este navegador solo puede quitar el final de esta grabación.',
	cutting: 'Recortando',
}
