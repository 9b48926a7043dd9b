import type { ImportTarget } from '#shared/import/import-api.ts'

type Language = 'en' | 'de' | 'fr' | 'es'
type Words = Partial<Record<Language, string>>

/** Headings that programs and people write, as words between bars, without case, accents and punctuation. */
const headings: Partial<Record<ImportTarget, Words>> = {
	text: {
		en: 'text|testimonial|testimonials|review|review text|review content|review body|content|body|comment|comments|message|feedback|quote|words|description',
		de: 'text|bewertungstext|kundenstimme|kundenstimmen|kommentar|nachricht|rezension|rezensionstext|aussage|zitat|meinung|referenz|inhalt',
		fr: 'texte|temoignage|avis|commentaire|message|contenu|citation',
		es: 'texto|testimonio|resena|opinion|comentario|mensaje|contenido|cita',
	},
	headline: {
		en: 'title|headline|review title|review headline|subject|testimonial title',
		de: 'titel|uberschrift|betreff|bewertungstitel|titel der bewertung',
		fr: 'titre|titre de l avis|objet|sujet',
		es: 'titulo|asunto|titulo de la resena',
	},
	name: {
		en: 'name|full name|author|author name|first name|last name|given name|family name|surname|customer|customer name|client|client name|reviewer|reviewer name|review username|username|user name|user|display name|displayname|from|by',
		de: 'name|vollstandiger name|autor|autorin|vorname|nachname|kunde|kundin|kundenname|verfasser|benutzername',
		fr: 'nom|prenom|nom complet|auteur|client|nom du client|pseudo',
		es: 'nombre|nombre completo|apellido|apellidos|autor|autora|cliente|nombre del cliente|usuario',
	},
	rating: {
		en: 'rating|ratings|stars|star rating|starrating|score|review stars|review rating|rate|grade',
		de: 'bewertung|sterne|sternebewertung|note|punkte|anzahl sterne',
		fr: 'note|etoiles|evaluation|notation',
		es: 'calificacion|valoracion|estrellas|puntuacion|nota',
	},
	submitted_at: {
		en: 'date|created|created at|createdat|created on|created date|create time|createtime|date created|review date|review created|review created utc|submitted|submitted at|submitted on|date submitted|timestamp|time|published|published at|posted at',
		de: 'datum|erstellt|erstellt am|erstellungsdatum|bewertungsdatum|abgegeben am|zeitpunkt|eingang|gesendet am',
		fr: 'date|date de creation|cree le|date de l avis|publie le|envoye le',
		es: 'fecha|fecha de creacion|creado|creado el|fecha de la resena|publicado|enviado el',
	},
	email: {
		en: 'email|e mail|email address|e mail address|mail|customer email|reviewer email|review user email|author email|user email',
		de: 'email|e mail|e mail adresse|mail|mailadresse|kunden e mail',
		fr: 'email|e mail|courriel|adresse e mail|adresse mail|adresse electronique',
		es: 'email|correo|correo electronico|direccion de correo|e mail',
	},
	title: {
		en: 'job title|role|position|tagline|customer tagline|author title|headline or role|occupation',
		de: 'position|beruf|funktion|rolle|stelle',
		fr: 'poste|fonction|metier|profession',
		es: 'cargo|puesto|profesion|funcion',
	},
	company: {
		en: 'company|company name|organization|organisation|business|employer|customer company|author company',
		de: 'firma|unternehmen|organisation|betrieb|firmenname',
		fr: 'entreprise|societe|organisation|compagnie',
		es: 'empresa|compania|organizacion|negocio',
	},
	url: {
		en: 'website|web site|customer website|customer url|author url|homepage|company website|company url',
		de: 'webseite|website|homepage|internetseite',
		fr: 'site web|site|site internet',
		es: 'sitio web|web|pagina web|sitio',
	},
	source_url: {
		en: 'source url|source link|link|url|review url|review link|permalink|original url|testimonial url',
		de: 'link|quelle|url|quellenlink|adresse der bewertung',
		fr: 'lien|url|lien de l avis|source',
		es: 'enlace|url|fuente|enlace de la resena',
	},
	language: { en: 'language|locale|lang|review language', de: 'sprache', fr: 'langue', es: 'idioma|lengua' },
	tags: {
		en: 'tags|tag|labels|categories|category',
		de: 'schlagworte|tags|kategorie|kategorien',
		fr: 'tags|etiquettes|categorie|mots cles',
		es: 'etiquetas|tags|categoria',
	},
	avatar: {
		en: 'avatar|avatar url|customer avatar|photo url|profile photo|profile picture|profile photo url|profilephotourl|author avatar|headshot|reviewer profilephotourl|author photo|user avatar',
		de: 'profilbild|avatar|portrat|foto des kunden',
		fr: 'avatar|photo de profil|portrait',
		es: 'avatar|foto de perfil|retrato',
	},
	photo: {
		en: 'photo|image|image url|picture|attached image|media url',
		de: 'bild|foto',
		fr: 'photo|image',
		es: 'foto|imagen',
	},
	status: { en: 'status|approved|state', de: 'status', fr: 'statut', es: 'estado' },
}

const known = new Map<string, { target: ImportTarget; languages: Language[] }>()
for (const [target, words] of Object.entries(headings) as [ImportTarget, Words][])
	for (const [language, list = ''] of Object.entries(words) as [Language, string][])
		for (const word of list.split('|')) {
			const found = known.get(word)
			if (!found) known.set(word, { target, languages: [language] })
			else if (found.target === target) found.languages.push(language)
		}

/** A heading without case, accents and punctuation, with `reviewCreated` in two words. */
export function plainHeading(heading: string): string {
	return heading
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/ß/g, 'ss')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
}

/** Translates a heading into the target of its column; the last part of a path decides where the whole is unknown. */
export function targetOfHeading(heading: string): ImportTarget | undefined {
	const whole = known.get(plainHeading(heading))
	return (whole ?? known.get(plainHeading(heading.slice(heading.lastIndexOf('.') + 1))))?.target
}

/** True when a first row holds headings: one of them is known, or none of its cells looks like a value. */
export function isHeading(cells: readonly string[]): boolean {
	if (cells.some((cell) => cell.length <= 100 && known.has(plainHeading(cell)))) return true
	return cells.every((cell) => cell.length <= 60 && !/@|https?:|^\s*\d[\d\s.,/:-]*$|★/.test(cell))
}

/** The language that most headings are in, if one alone explains more of them than English. */
export function languageOfHeadings(headings: readonly string[]): Language {
	const counts: Record<Language, number> = { en: 0, de: 0, fr: 0, es: 0 }
	for (const heading of headings)
		for (const language of known.get(plainHeading(heading))?.languages ?? []) counts[language]++
	const [best = 'en'] = (Object.keys(counts) as Language[]).sort((a, b) => counts[b] - counts[a])
	return counts[best] > counts.en ? best : 'en'
}
