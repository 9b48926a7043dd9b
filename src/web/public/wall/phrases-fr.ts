import type { Phrases } from './phrases-en.ts'

export const french: Phrases = {
	lang: 'fr',
	testimonialsAbout: (name) => `Témoignages sur ${name}`,
	stars: (given) => `${given} étoiles sur 5`,
	average: (value) => `En moyenne ${value} sur 5`,
	basis: {
		order: () => 'Réservation vérifiée',
		provider: () => 'Compte vérifié',
		email: () => 'E-mail vérifié',
		invited: (name) => `À l’invitation de ${name}`,
		imported: () => 'Importé',
		vouched: (name) => `Saisi par ${name}`,
	},
	importedFrom: (source) => `Importé de ${source}`,
	showing: ['', (published) => ` sur ${published} publiés, choisis par le propriétaire`],
	all: 'Tout voir',
	readMore: 'Lire la suite',
	readLess: 'Réduire',
	whole: 'Sur le mur',
	close: 'Fermer',
	play: (seconds) => (seconds ? `Voir la vidéo, ${seconds}` : 'Voir la vidéo'),
	listen: (seconds) => (seconds ? `Écouter, ${seconds}` : 'Écouter'),
	by: (label, name) => `${label}, ${name}`,
	photo: 'Photo',
	rewarded: 'récompensé',
	video: 'Vidéo',
	source: 'source',
	scrolls: 'Témoignages, défilement latéral',
	previous: 'Précédent',
	next: 'Suivant',
	pause: 'Pause',
	reply: (name) => `Réponse de ${name}`,
	people: (count, formatted, name) =>
		count === 1
			? `Une personne a écrit sur ${name}`
			: `${formatted} personnes ont écrit sur ${name}`,
	readWords: 'Lire leurs mots',
	counted: (testimonials, rated) => `${testimonials} témoignages, ${rated} avec étoiles`,
	spread: (parts) => `Combien ont donné 5, 4, 3, 2, 1 étoiles : ${parts}`,
	none: 'Rien n’est encore publié ici.',
	anonymous: 'Nom non publié',
}
