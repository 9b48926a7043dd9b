import type { VerificationMessages } from '#web/i18n/en/verification.ts'

export const french: VerificationMessages = {
	lang: 'fr',
	askedBy: 'À la demande de {space}',
	askedFor: 'pour {name}',
	notYou: 'Ce n’est pas vous ?',
	emailFromInvitation: 'D’après votre invitation. Vous pouvez la changer. Seul {space} la voit.',
	invitationUsed:
		'Cette invitation a déjà reçu une réponse. Pour la modifier, ouvrez le lien privé reçu après l’envoi. Vous pouvez aussi écrire de nouveau ici.',
	invitationExpired:
		'Cette invitation a pris fin le {date}. Vous pouvez tout de même écrire : seule la mention « {mark} » est omise.',
	invitationDeclined:
		'Cette invitation a été déclinée. Vous pouvez tout de même écrire : seule la mention « {mark} » est omise.',
	invitationUnknown:
		'Ce lien personnel n’est pas valable pour ce formulaire. Vous pouvez tout de même écrire : seule la mention « {mark} » est omise.',
	orderSigned: 'Pour votre commande {reference}',
	orderSignedText: 'Envoyés d’ici, vos mots portent la mention « {mark} ».',
	orderUsed:
		'Cette commande a déjà servi à un envoi. Vous pouvez tout de même écrire : seule la mention « {mark} » est omise.',
	orderForged:
		'Cette commande n’a pas pu être vérifiée. Vous pouvez tout de même écrire : seule la mention « {mark} » est omise.',
	accountTitle: 'Montrez que c’est bien vous',
	accountOptional: 'facultatif',
	accountText:
		'Connectez-vous avec un compte que vous avez. Rien n’y est publié, aucun compte n’est créé ici, et vos mots restent.',
	accountWith: 'Continuer avec {provider}',
	accountOf: 'Connexion avec {provider} : {name}',
	accountMark:
		'Vos mots porteront la mention « {mark} ». {space} voit aussi le nom du compte et la fin de son adresse.',
	accountRemove: 'Retirer',
	accountUsed:
		'Cette connexion a déjà servi à un envoi. Vous pouvez tout de même écrire : seule la mention « {mark} » est omise.',
	accountExpired:
		'Cette connexion date de plus d’une heure. Vous pouvez tout de même écrire : seule la mention « {mark} » est omise.',
	accountUnknown:
		'Cette connexion n’est pas valable ici. Vous pouvez tout de même écrire : seule la mention « {mark} » est omise.',
	accountCancelled:
		'Vous ne vous êtes pas connecté. Vous pouvez tout de même écrire : seule la mention « {mark} » est omise.',
	accountFailed:
		'La connexion n’a pas abouti. Essayez encore, ou écrivez sans elle : seule la mention « {mark} » est omise.',
	accountBusy:
		'Trop de connexions ont été commencées d’ici. Réessayez dans quelques minutes, ou écrivez sans elle : seule la mention « {mark} » est omise.',
	confirmTitle: 'Est-ce votre adresse ?',
	confirmText: 'Un clic, et vos mots portent la mention « {mark} ».',
	confirmYes: 'Oui, la confirmer',
	confirmLater: 'Plus tard, ouvrir ma page',
	confirmHint: '{space} voit que l’adresse est confirmée. Le public ne voit jamais l’adresse.',
	confirmNotMine: 'Vous n’avez pas écrit ces mots ? Alors ne confirmez pas. Vous pouvez les effacer sur cette page.',
	confirmedTitle: 'Merci. Votre adresse est confirmée.',
	confirmedText: 'Vos mots portent maintenant la mention « {mark} ».',
	confirmedOpen: 'Ouvrir votre page privée',
	heading: 'Ce que signifient les mentions',
	yours: 'Comment nous savons que c’est vous',
	none: 'Rien n’a été vérifié sur la personne qui a écrit.',
	byMail: 'L’e-mail contenant votre lien privé confirme aussi votre adresse {email}, si vous l’ouvrez de là.',
	why_order:
		'Le lien vers le formulaire portait une commande signée par {space}. Cela ne prouve pas que l’acheteur a écrit lui-même.',
	why_provider:
		'En envoyant ces mots, la personne s’est connectée avec un compte ailleurs. Cela ne prouve pas qu’elle est cliente.',
	why_email: 'La personne a ouvert un e-mail à l’adresse indiquée. Cela ne prouve ni son nom, ni qu’elle est cliente.',
	why_invited:
		'Envoyé par un lien personnel, valable une fois, que {space} a adressé à une seule adresse. Cela ne prouve pas que personne d’autre ne l’a utilisé.',
	why_imported: 'Repris d’un autre endroit. Personne ici n’a vérifié qui l’a écrit.',
	why_vouched: '{space} l’a saisi et s’en porte garant. Personne d’autre n’a vérifié qui l’a écrit.',
}
