import type { MailTranslation } from './en.ts'

export const translation: MailTranslation = {
	language: 'fr',
	direction: 'ltr',
	when: '{day} à {hour} UTC',
	whenFrom: '{day} à {hour} UTC avec {browser} sur {system}',
	systems: {
		iPhone: 'un iPhone',
		iPad: 'un iPad',
		Mac: 'un Mac',
	},
	factors: {
		totp: 'une application d’authentification',
		phone: 'un téléphone',
		webauthn: 'une clé de sécurité',
		recovery_code: 'des codes de secours',
	},
	common: {
		orCode: 'Ou saisissez ce code là où il vous est demandé :',
		asked: 'Demandé le {when}.',
		action: 'Ouvrir Plaudit',
	},
	mails: {
		confirmation: {
			subject: 'Confirmez votre adresse pour Plaudit',
			preview: 'Un clic, et votre compte est prêt.',
			heading: 'Confirmez votre adresse',
			intro:
				'Vous avez créé un compte avec {email}. Confirmez que cette adresse est la vôtre, et votre premier formulaire est prêt à être partagé.',
			action: 'Confirmer l’adresse',
			once: 'Le bouton ouvre une page avec un clic de plus, pour qu’un antivirus de messagerie n’utilise pas votre lien. Le bouton et le code sont valables une fois, pendant 24 heures.',
			notYou: 'Ce n’est pas vous ? Ne faites rien. Personne ne peut utiliser le compte sans ce message.',
		},
		invite: {
			subject: 'Votre invitation à Plaudit',
			preview: 'Acceptez, et vous pourrez vous connecter.',
			heading: 'Vous avez une invitation',
			intro: 'Quelqu’un a invité {email} sur son Plaudit. Acceptez, et vous pourrez vous connecter.',
			action: 'Accepter l’invitation',
			once: 'Le bouton et le code sont valables une fois, pendant 24 heures.',
			notYou: 'Vous ne l’attendiez pas ? Ne faites rien, et aucun compte n’est ouvert.',
		},
		magic_link: {
			subject: '{code} est votre code Plaudit',
			preview: 'Saisissez-le là où vous l’avez demandé, ou utilisez le bouton.',
			heading: 'Se connecter à Plaudit',
			intro: 'Saisissez ce code là où vous l’avez demandé :',
			orButton: 'Ou ouvrez Plaudit sur cet appareil :',
			action: 'Se connecter',
			once: 'Les deux sont valables une fois, pendant une heure. Demandé le {when}.',
			notYou:
				'Vous n’avez rien demandé ? Personne ne peut entrer sans ce message, vous pouvez le supprimer. Nous ne demandons jamais le code par téléphone ou par chat.',
		},
		recovery: {
			subject: 'Choisissez un nouveau mot de passe pour Plaudit',
			preview: 'Le lien est valable une fois, pendant une heure.',
			heading: 'Choisissez un nouveau mot de passe',
			intro: 'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour {email}.',
			action: 'Choisir un nouveau mot de passe',
			once: 'Les deux sont valables une fois, pendant une heure. L’ancien mot de passe reste valable jusqu’à ce que vous en choisissiez un autre ; toutes les autres sessions sont alors fermées.',
			notYou:
				'Ce n’est pas vous ? Votre compte n’a pas changé. Si cela se répète, activez un second facteur dans Compte.',
		},
		reauthentication: {
			subject: '{code} confirme que c’est bien vous',
			preview: 'Saisissez-le là où il vous a été demandé.',
			heading: 'Confirmez que c’est bien vous',
			intro: 'Saisissez ce code là où il vous a été demandé :',
			once: 'Il est valable une fois, pendant une heure. Demandé le {when}.',
			notYou:
				'Vous n’avez rien demandé ? Quelqu’un est peut-être connecté à votre compte : choisissez un nouveau mot de passe. Nous ne demandons jamais le code par téléphone ou par chat.',
		},
		email_change: {
			subject: 'Confirmez la nouvelle adresse de votre compte',
			preview: 'Votre compte change quand les deux adresses sont d’accord.',
			heading: 'Confirmez la nouvelle adresse',
			intro: 'Quelqu’un, sans doute vous, veut faire passer ce compte de {email} à {newEmail}.',
			action: 'Confirmer le changement',
			once: 'Le bouton et le code sont valables une fois, pendant 24 heures. Le changement a lieu quand les messages aux deux adresses sont confirmés.',
			notYou:
				'Ce n’est pas vous ? Ne confirmez pas, et choisissez un nouveau mot de passe : quelqu’un est peut-être connecté à votre compte.',
		},
		email_change_new: {
			subject: 'Confirmez la nouvelle adresse de votre compte',
			preview: 'Votre compte passe à cette adresse dès que vous l’acceptez.',
			heading: 'Confirmez la nouvelle adresse',
			intro: 'Quelqu’un, sans doute vous, veut désormais se connecter à Plaudit avec {email}.',
			action: 'Confirmer le changement',
			once: 'Le bouton et le code sont valables une fois, pendant 24 heures. Si l’ancienne adresse a aussi reçu un message, les deux doivent accepter.',
			notYou: 'Ce n’est pas vous ? Ne faites rien, et rien ne change.',
		},
		password_changed: {
			subject: 'Votre mot de passe Plaudit a été changé',
			preview: 'Toutes les autres sessions ont été fermées.',
			heading: 'Votre mot de passe a été changé',
			intro: 'Le mot de passe de {email} a été changé le {when}. Toutes les autres sessions ont été fermées.',
			notYou: 'Ce n’est pas vous ? Choisissez tout de suite un nouveau mot de passe :',
		},
		email_changed: {
			subject: 'Votre compte Plaudit a une nouvelle adresse',
			preview: 'Cette adresse ne permet plus de se connecter.',
			heading: 'Votre compte a une nouvelle adresse',
			intro:
				'L’adresse de votre compte est passée de {oldEmail} à {newEmail} le {when}. L’ancienne ne permet plus de se connecter.',
			notYou: 'Ce n’est pas vous ? Écrivez à l’administrateur de ce Plaudit : quelqu’un s’est emparé de votre compte.',
		},
		phone_changed: {
			subject: 'Votre compte Plaudit a un nouveau numéro',
			preview: 'Les codes vont désormais au nouveau numéro.',
			heading: 'Votre compte a un nouveau numéro',
			intro: 'Le numéro de téléphone de {email} a été remplacé par {phone} le {when}.',
			notYou: 'Ce n’est pas vous ? Choisissez tout de suite un nouveau mot de passe et remettez votre numéro :',
		},
		identity_linked: {
			subject: 'Une connexion a été ajoutée à votre compte Plaudit',
			preview: 'Votre compte a un moyen de connexion de plus.',
			heading: 'Un moyen de connexion a été ajouté',
			intro: 'La connexion à {email} avec {provider} a été ajoutée le {when}.',
			notYou: 'Ce n’est pas vous ? Retirez-le et choisissez un nouveau mot de passe :',
		},
		identity_unlinked: {
			subject: 'Une connexion a été retirée de votre compte Plaudit',
			preview: 'Votre compte a un moyen de connexion de moins.',
			heading: 'Un moyen de connexion a été retiré',
			intro: 'La connexion à {email} avec {provider} a été retirée le {when}.',
			notYou: 'Ce n’est pas vous ? Choisissez tout de suite un nouveau mot de passe :',
		},
		mfa_factor_enrolled: {
			subject: 'Un second facteur protège votre compte Plaudit',
			preview: 'Il est désormais demandé à la connexion.',
			heading: 'Un second facteur a été ajouté',
			intro: 'La connexion à {email} demande désormais aussi {factor}. Ajouté le {when}.',
			notYou:
				'Ce n’est pas vous ? Écrivez à l’administrateur de ce Plaudit : sans aide, vous ne pourrez peut-être plus entrer.',
		},
		mfa_factor_unenrolled: {
			subject: 'Un second facteur a été retiré de votre compte',
			preview: 'Il n’est plus demandé à la connexion.',
			heading: 'Un second facteur a été retiré',
			intro: 'La connexion à {email} ne demande plus {factor}. Retiré le {when}.',
			notYou: 'Ce n’est pas vous ? Choisissez tout de suite un nouveau mot de passe et remettez un second facteur :',
		},
		passkey_created: {
			subject: 'Une clé d’accès a été ajoutée à votre compte Plaudit',
			preview: 'Elle ouvre désormais votre compte.',
			heading: 'Une clé d’accès a été ajoutée',
			intro: 'Une clé d’accès a été ajoutée à {email} le {when}.',
			notYou: 'Ce n’est pas vous ? Retirez-la et choisissez un nouveau mot de passe :',
		},
		passkey_deleted: {
			subject: 'Une clé d’accès a été retirée de votre compte Plaudit',
			preview: 'Elle n’ouvre plus votre compte.',
			heading: 'Une clé d’accès a été retirée',
			intro: 'L’une des clés d’accès de {email} a été retirée le {when}.',
			notYou: 'Ce n’est pas vous ? Choisissez tout de suite un nouveau mot de passe :',
		},
		recovery_code_used: {
			subject: 'Un code de secours de votre compte a été utilisé',
			preview: 'Il a remplacé votre second facteur.',
			heading: 'Un code de secours a été utilisé',
			intro: 'Un code de secours de {email} a été utilisé le {when}. Codes restants : {remaining}.',
			notYou: 'Ce n’est pas vous ? Choisissez tout de suite un nouveau mot de passe et créez de nouveaux codes :',
		},
		new_device: {
			subject: 'Une nouvelle connexion à votre compte Plaudit',
			preview: 'Depuis un lieu que nous ne connaissons pas encore.',
			heading: 'Une nouvelle connexion',
			intro: 'Quelqu’un, sans doute vous, s’est connecté à {email} le {when}. Nous ne connaissons pas encore ce lieu.',
			notYou:
				'Ce n’est pas vous ? Choisissez tout de suite un nouveau mot de passe ; cela ferme toutes les autres sessions :',
		},
	},
}
