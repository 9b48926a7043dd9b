/** A language tag as it is stored; undefined for what names no language. A country may follow in brackets: `English (UK)`. */
export function parseLanguage(text: string): string | undefined {
	const [, language, place = ''] = /^([^()]{2,60})\(([^()]{0,60})\)$/.exec(text.trim()) ?? []
	if (language === undefined) return parseTag(text)
	const tag = parseTag(language)
	const part = places.get(place.trim().toLowerCase())
	// A tag that names its country says it better than words.
	return tag && part && !tag.includes('-') ? parseTag(`${tag}-${part}`) : tag
}

/** Countries and scripts that programs write behind a language. */
const places = new Map(
	Object.entries({
		...{ us: 'US', usa: 'US', 'united states': 'US', uk: 'GB', gb: 'GB', 'united kingdom': 'GB', canada: 'CA' },
		...{ australia: 'AU', brazil: 'BR', brasil: 'BR', portugal: 'PT', spain: 'ES', mexico: 'MX', germany: 'DE' },
		...{ austria: 'AT', switzerland: 'CH', france: 'FR', belgium: 'BE', netherlands: 'NL', taiwan: 'TW', china: 'CN' },
		...{ simplified: 'Hans', traditional: 'Hant' },
	}),
)

function parseTag(text: string): string | undefined {
	const tag = text.trim().replaceAll('_', '-')
	if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) && tag.length <= 35) {
		const [canonical] = canonicalLocales(tag)
		return canonical && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(canonical) ? canonical : undefined
	}
	return byName().get(tag.toLowerCase())
}

function canonicalLocales(tag: string): string[] {
	try {
		return Intl.getCanonicalLocales(tag)
	} catch {
		return []
	}
}

const tags =
	'af ar bg bn ca cs da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka ko lt lv mk ml mr ms nb nl pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh'.split(
		' ',
	)
let names: Map<string, string> | undefined

/** Languages by their English names and their own. */
function byName(): Map<string, string> {
	names ??= new Map(
		tags.flatMap((tag) =>
			['en', tag].map((language) => {
				const name = new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag
				return [name.toLowerCase(), tag] as const
			}),
		),
	)
	return names
}
