import type { RecorderProblemMessages } from '#web/i18n/en/recorder-problem.ts'

export const french: RecorderProblemMessages = {
	tryAgain: 'Réessayer',
	phoneCamera: 'Utiliser la caméra du téléphone',
	refused: 'La caméra n’est pas autorisée ici',
	refusedVoice: 'Le micro n’est pas autorisé ici',
	allowAddressBar: 'Touchez le signe au début de la barre d’adresse, autorisez la caméra et le micro, puis réessayez.',
	allowSafariPhone:
		'Touchez le menu de la page dans la barre d’adresse, ouvrez les réglages du site web, autorisez la caméra et le micro, puis réessayez.',
	allowSafari:
		'Ouvrez les réglages pour ce site web dans le menu Safari, autorisez la caméra et le micro, puis réessayez.',
	allowFirefox: 'Cliquez sur la caméra ou le micro barré dans la barre d’adresse, retirez le blocage, puis réessayez.',
	allowSystem:
		'Autorisez votre navigateur à utiliser la caméra et le micro dans les réglages de cet appareil, puis réessayez.',
	none: 'Nous n’avons trouvé aucune caméra',
	noneText:
		'Branchez-en une et réessayez, laissez-nous seulement votre voix, ou choisissez une vidéo que vous avez déjà.',
	noneTextFile: 'Branchez-en une et réessayez, ou choisissez une vidéo que vous avez déjà.',
	noneVoice: 'Nous n’avons trouvé aucun micro',
	noneVoiceText: 'Branchez-en un et réessayez, ou choisissez un enregistrement que vous avez déjà.',
	inUse: 'La caméra est déjà utilisée',
	inUseVoice: 'Le micro est déjà utilisé',
	inUseText: 'Une autre application ou un autre onglet l’utilise. Fermez-le et réessayez, ou choisissez un fichier.',
	insecure: 'Il faut une page sécurisée pour enregistrer',
	insecureText:
		'Cette page a été ouverte sans https, le navigateur bloque donc la caméra et le micro. Choisissez un fichier.',
	unsupported: 'Ce navigateur ne peut pas enregistrer',
	unsupportedText: 'Ouvrez la page dans un autre navigateur, ou choisissez un fichier.',
	failed: 'La caméra n’a pas démarré',
	failedVoice: 'Le micro n’a pas démarré',
	failedText: 'Réessayez. Si cela se reproduit, choisissez un fichier.',
	tooShort: 'C’était trop court',
	tooShortText: 'L’enregistrement s’est arrêté avant d’avoir commencé. Réessayez.',
	inApp: 'Cette application garde la caméra pour elle',
	inAppVoice: 'Cette application garde le micro pour elle',
	inAppText: 'Ouvrez cette page dans votre navigateur et enregistrez là-bas.',
	inAppDraft: 'Ce que vous avez écrit vous suit.',
	openBrowser: 'Ouvrir dans le navigateur',
	copyLink: 'Copier le lien',
	copied: 'Lien copié. Collez-le dans la barre d’adresse de votre navigateur.',
	notCopied: 'Copiez ce lien à la main :',
}
