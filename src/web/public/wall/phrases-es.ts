import type { Phrases } from './phrases-en.ts'

export const spanish: Phrases = {
	lang: 'es',
	testimonialsAbout: (name) => `Testimonios sobre ${name}`,
	stars: (given) => `${given} de 5 estrellas`,
	average: (value) => `Media de ${value} de 5 estrellas`,
	basis: {
		order: () => 'Reserva comprobada',
		provider: () => 'Cuenta comprobada',
		email: () => 'Correo comprobado',
		invited: (name) => `Por invitación de ${name}`,
		imported: () => 'Importado',
		vouched: (name) => `Introducido por ${name}`,
	},
	importedFrom: (source) => `Importado de ${source}`,
	showing: ['', (published) => ` de ${published} publicados, elegidos por el propietario`],
	all: 'Ver todos',
	readMore: 'Leer más',
	readLess: 'Leer menos',
	whole: 'En el muro',
	close: 'Cerrar',
	play: (seconds) => (seconds ? `Ver el vídeo, ${seconds}` : 'Ver el vídeo'),
	listen: (seconds) => (seconds ? `Escuchar, ${seconds}` : 'Escuchar'),
	by: (label, name) => `${label}, ${name}`,
	photo: 'Foto',
	rewarded: 'con recompensa',
	video: 'Vídeo',
	source: 'fuente',
	scrolls: 'Testimonios, desplazamiento lateral',
	previous: 'Anterior',
	next: 'Siguiente',
	pause: 'Pausa',
	reply: (name) => `Respuesta de ${name}`,
	people: (count, formatted, name) =>
		count === 1
			? `Una persona escribió sobre ${name}`
			: `${formatted} personas escribieron sobre ${name}`,
	readWords: 'Lee sus palabras',
	counted: (testimonials, rated) => `${testimonials} testimonios, ${rated} con estrellas`,
	spread: (parts) => `Cuántos dieron 5, 4, 3, 2, 1 estrellas: ${parts}`,
	none: 'Aún no hay nada publicado.',
	anonymous: 'Nombre reservado',
}
