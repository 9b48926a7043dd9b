/** The words of an invitation that Plaudit suggests. The server fills `{name}`, `{space}` and `{form}` for each recipient. */
export type SuggestedInvitation = { subject: string; message: string }

const english: SuggestedInvitation = {
	subject: 'A few words about {space}?',
	message:
		'Hello {name},\n\nthank you for choosing {space}. Would you tell others how it went? A few honest sentences are plenty; it takes a minute, and you need no account.\n\nI read every one myself.',
}

const byLanguage: Readonly<Record<string, SuggestedInvitation>> = {
	en: english,
	ar: {
		subject: 'بضع كلمات عن {space}؟',
		message:
			'مرحبًا {name}،\n\nشكرًا لاختيارك {space}. هل تخبر الآخرين كيف كانت تجربتك؟ تكفي بضع جمل صادقة، ولا يستغرق الأمر أكثر من دقيقة، ولا تحتاج إلى حساب.\n\nأقرأ كل رد بنفسي.',
	},
	de: {
		subject: 'Ein paar Worte über {space}?',
		message:
			'Guten Tag {name},\n\nvielen Dank, dass Sie sich für {space} entschieden haben. Würden Sie anderen erzählen, wie es war? Ein paar ehrliche Sätze genügen; es dauert eine Minute, und Sie brauchen kein Konto.\n\nIch lese jede Antwort selbst.',
	},
	es: {
		subject: '¿Unas palabras sobre {space}?',
		message:
			'Hola {name}:\n\nGracias por elegir {space}. ¿Quiere contar a los demás cómo le fue? Bastan unas frases sinceras; lleva un minuto y no necesita una cuenta.\n\nLeo personalmente cada respuesta.',
	},
	fr: {
		subject: 'Quelques mots sur {space} ?',
		message:
			'Bonjour {name},\n\nmerci d’avoir choisi {space}. Voulez-vous raconter aux autres comment cela s’est passé ? Quelques phrases sincères suffisent ; cela prend une minute, et vous n’avez pas besoin de compte.\n\nJe lis chaque réponse moi-même.',
	},
}

/** The suggested invitation in a locale's language, else in English. */
export function suggestedInvitation(locale: string): SuggestedInvitation {
	const language = locale.toLowerCase().split(/[-_]/, 1)[0] ?? ''
	return (Object.hasOwn(byLanguage, language) ? byLanguage[language] : undefined) ?? english
}
