import type { CollectProps } from '#shared/page-props.ts'

/** Leads to the page in its other languages; a form in one language has none. What was typed is kept on the device. */
export function Languages({ languages, lang }: Pick<CollectProps, 'languages'> & { lang: string }) {
	if (languages.length < 2) return null
	return (
		<ul className="languages">
			{languages.map((one) => (
				<li key={one.lang} lang={one.lang} dir={one.lang === 'ar' ? 'rtl' : 'ltr'}>
					{one.lang === lang ? (
						<b aria-current="true">{nameOf(one.lang)}</b>
					) : (
						<a href={one.href} hrefLang={one.lang} target="_self" rel="nofollow">
							{nameOf(one.lang)}
						</a>
					)}
				</li>
			))}
		</ul>
	)
}

/** The name of a language in itself, as a heading begins. */
function nameOf(language: string): string {
	const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
	return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
