import type { PagePhrases } from './page-phrases-en.ts'

export const pageGerman: PagePhrases = {
	title: (name) => `Was Menschen über ${name} sagen`,
	skip: 'Zu den Stimmen',
	write: 'Selbst schreiben',
	how: 'Wie diese Wand entsteht',
	words: [
		'Die Worte sind ihre',
		'Gekürzt werden darf nur auf eine zusammenhängende Stelle. Jede andere Änderung braucht die Zustimmung der Schreibenden.',
	],
	check: [
		'Die Prüfung ist unsere',
		'Was geprüft ist, setzt der Server nach der Prüfung, nie der Inhaber.',
	],
	choice: [
		'Die Auswahl trifft der Inhaber',
		(name, published) =>
			`${name} hat gewählt, welche der ${published} veröffentlichten Stimmen hier stehen. Nach Sternen allein lässt sich keine Wand filtern.`,
	],
	range: (first, last, chosen) => `${first} bis ${last} von ${chosen} auf dieser Wand`,
	pages: 'Seiten dieser Wand',
	footer:
		'Ist eine davon von Ihnen? Mit Ihrem privaten Link können Sie sie ändern oder zurückziehen.',
	shortened: 'Gekürzt',
	rewarded: (reward) => `Erhalten fürs Schreiben: ${reward}`,
	showAll: (name) => `Alle Worte von ${name} zeigen`,
	photoBy: (name) => `Foto von ${name}`,
	videoBy: (name) => `Video von ${name}`,
	soundBy: (name) => `Tonaufnahme von ${name}`,
	empty: (name) => `${name} zeigt hier noch keine Stimmen.`,
}

export const pageSpanish: PagePhrases = {
	title: (name) => `Lo que se dice de ${name}`,
	skip: 'Ir a los testimonios',
	write: 'Escribir un testimonio',
	how: 'Cómo se hace este muro',
	words: [
		'Las palabras son suyas',
		'Un testimonio solo puede abreviarse a un pasaje continuo. Cualquier otro cambio necesita el permiso de quien lo escribió.',
	],
	check: [
		'La comprobación es nuestra',
		'La pone el servidor después de comprobar, nunca el propietario.',
	],
	choice: [
		'La elección es del propietario',
		(name, published) =>
			`${name} eligió cuáles de sus ${published} testimonios publicados están aquí. Un muro no puede filtrarse solo por estrellas.`,
	],
	range: (first, last, chosen) => `${first} a ${last} de ${chosen} en este muro`,
	pages: 'Páginas de este muro',
	footer: '¿Escribiste uno de estos? Con tu enlace privado puedes cambiarlo o retirarlo.',
	shortened: 'Abreviado',
	rewarded: (reward) => `Recibido por escribir: ${reward}`,
	showAll: (name) => `Mostrar todas las palabras de ${name}`,
	photoBy: (name) => `Foto de ${name}`,
	videoBy: (name) => `Vídeo de ${name}`,
	soundBy: (name) => `Audio de ${name}`,
	empty: (name) => `${name} aún no ha puesto testimonios aquí.`,
}

export const pageFrench: PagePhrases = {
	title: (name) => `Ce que l’on dit de ${name}`,
	skip: 'Aller aux témoignages',
	write: 'Écrire un témoignage',
	how: 'Comment ce mur est fait',
	words: [
		'Les mots sont les leurs',
		'Un témoignage ne peut être abrégé qu’à un passage continu. Tout autre changement demande l’accord de son auteur.',
	],
	check: [
		'La vérification est la nôtre',
		'Elle est posée par le serveur après contrôle, jamais par le propriétaire.',
	],
	choice: [
		'Le choix est celui du propriétaire',
		(name, published) =>
			`${name} a choisi lesquels de ses ${published} témoignages publiés figurent ici. Un mur ne peut pas être filtré par les seules étoiles.`,
	],
	range: (first, last, chosen) => `${first} à ${last} sur ${chosen} sur ce mur`,
	pages: 'Pages de ce mur',
	footer: 'Vous avez écrit l’un d’eux ? Votre lien privé permet de le modifier ou de le retirer.',
	shortened: 'Abrégé',
	rewarded: (reward) => `Reçu pour écrire : ${reward}`,
	showAll: (name) => `Afficher tous les mots de ${name}`,
	photoBy: (name) => `Photo de ${name}`,
	videoBy: (name) => `Vidéo de ${name}`,
	soundBy: (name) => `Son de ${name}`,
	empty: (name) => `${name} n’a pas encore mis de témoignage ici.`,
}
