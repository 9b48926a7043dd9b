/**
 * The best of some languages for what a reader wants, by the order and weights of Accept-Language (RFC 9110 §12.5.4).
 * @param available primary tags, e.g. "de"; "pt-BR" finds "pt"
 * @returns nothing when none of them is wanted
 */
export function chooseLanguage(
	wanted: string | undefined,
	available: readonly string[],
): string | undefined {
	const ranges = (wanted ?? '')
		.slice(0, 500)
		.split(',')
		.map((part) => {
			const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
			const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
			return { tag: tag.toLowerCase().replaceAll('_', '-'), weight: Number(weight ?? 1) }
		})
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight)
	for (const { tag } of ranges) {
		const exact = available.find((language) => language.toLowerCase() === tag)
		const found = exact ?? available.find((language) => language === tag.split('-')[0])
		if (found) return found
	}
	return undefined
}
