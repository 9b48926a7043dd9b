const set = (names: string) => new Set(names.split(' '))

/** Elements whose end and beginning is the end of a line. */
export const lineElements = set(
	'address article aside caption center dd details dialog div dt fieldset figcaption figure footer form header hgroup legend li main menu nav optgroup option section summary table tbody tfoot thead tr',
)
/** Elements that stand apart from what surrounds them. */
export const paragraphElements = set('blockquote dl h1 h2 h3 h4 h5 h6 hr ol p pre ul')
/** Elements whose text is not shown. */
export const hiddenElements = set(
	'script style head title noscript template iframe object svg math textarea select xml',
)
const inlineElements = set(
	'a abbr acronym applet area audio b base bdi bdo big body br button canvas cite code col colgroup data datalist del dfn em embed font html i img input ins kbd label link map mark marquee meta meter nobr output param picture progress q rp rt ruby s samp slot small source span strike strong sub sup tbody td th time track tt u var video wbr',
)

/** Names of elements, so that "<3", "a <b" and "<great>" stay words. Prefixes are those of Word. */
export function isElement(name: string): boolean {
	const plain = name.toLowerCase()
	return (
		inlineElements.has(plain) ||
		lineElements.has(plain) ||
		paragraphElements.has(plain) ||
		hiddenElements.has(plain) ||
		/^(?:o|w|v|m|st1):[a-z]{1,20}$/.test(plain)
	)
}

/** Entities that programs write, by number or by a name that no word is. */
export const entity =
	/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp|[lrsb]d?a?quo|hellip|[nm]dash|bull|middot|copy|reg|trade|euro|pound|yen|cent|deg|iexcl|iquest|laquo|raquo|shy|times|hearts|zwn?j|[ae]?nsp|emsp|thinsp|szlig|[a-z]{1,2}(?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron|lig)|eth|thorn|ord[fm]|frac(?:12|14|34)|sup[123]|para|sect|rarr|larr|check|star|starf);/i
