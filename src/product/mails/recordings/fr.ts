import type { RecordingMails } from './en.ts'

export const recordingMails: RecordingMails = {
	private_link_video: {
		subject: 'Votre vidéo est arrivée chez {space}',
		heading: 'Merci, {name}. Votre vidéo est arrivée.',
		heading_unnamed: 'Merci. Votre vidéo est arrivée.',
		intro:
			'{space} la regarde et décide de sa publication. Sur votre page privée, vous voyez où elle est montrée et pouvez à tout moment la remplacer, la retirer ou l’effacer.',
		once: 'Gardez ce message pour vous : toute personne qui a le lien peut regarder votre vidéo et la remplacer.',
		stop: 'Ne plus recevoir de messages sur cette vidéo',
	},
	private_link_audio: {
		subject: 'Votre enregistrement est arrivé chez {space}',
		heading: 'Merci, {name}. Votre enregistrement est arrivé.',
		heading_unnamed: 'Merci. Votre enregistrement est arrivé.',
		intro:
			'{space} l’écoute et décide de sa publication. Sur votre page privée, vous voyez où il est montré et pouvez à tout moment le remplacer, le retirer ou l’effacer.',
		once: 'Gardez ce message pour vous : toute personne qui a le lien peut écouter votre enregistrement et le remplacer.',
		stop: 'Ne plus recevoir de messages sur cet enregistrement',
	},
	published_video: {
		subject: 'Votre vidéo est publique chez {space}',
		heading: 'Votre vidéo est maintenant publique',
		anonymous: 'Elle est montrée sans votre nom, comme vous l’avez choisi.',
		wall: 'La voir sur le mur',
		withdraw: 'Vous avez changé d’avis ? Retirez-la sur votre page privée : elle disparaît partout en 60 secondes.',
		stop: 'Ne plus recevoir de messages sur cette vidéo',
	},
	published_audio: {
		subject: 'Votre enregistrement est public chez {space}',
		heading: 'Votre enregistrement est maintenant public',
		anonymous: 'On l’écoute sans voir votre nom, comme vous l’avez choisi.',
		wall: 'L’écouter sur le mur',
		withdraw: 'Vous avez changé d’avis ? Retirez-le sur votre page privée : il disparaît partout en 60 secondes.',
		stop: 'Ne plus recevoir de messages sur cet enregistrement',
	},
}
