/** Typesetting by content: size by length, direction and language by script. */

/** 1 to 4: up to 60, 160, 360 characters, or more. Short texts are set large, long ones small. */
export type LengthClass = 1 | 2 | 3 | 4

/** Characters about twice as wide as a Latin letter, so that a Japanese wall keeps its proportions. */
const wide = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g

/** The length of a text in Latin letters. */
export function textWidth(text: string): number {
	return text.length + (text.match(wide)?.length ?? 0)
}

export function lengthClass(text: string): LengthClass {
	const length = text.length < 31 ? text.length : textWidth(text)
	if (length <= 60) return 1
	if (length <= 160) return 2
	return length <= 360 ? 3 : 4
}

const firstStrong =
	/[a-z\u00aa-\u02b8\u0370-\u058f\u0900-\u1fff\u2c00-\ud7ff]|([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud83a[\udc00-\udfff])/i

/** The direction of the first letter that has one. */
export function textDirection(text: string): 'ltr' | 'rtl' {
	return firstStrong.exec(text)?.[1] ? 'rtl' : 'ltr'
}

const scripts: readonly (readonly [RegExp, string])[] = [
	[/[\u3040-\u30ff]/, 'ja'],
	[/[\uac00-\ud7a3]/, 'ko'],
	[/[\u4e00-\u9fff]/, 'zh'],
	[/[\u0590-\u05ff]/, 'he'],
	[/[\u0600-\u06ff]/, 'ar'],
]

/**
 * The language for quotation marks and line breaking. The script overrides a locale that it contradicts (a page in
 * English, a text in Arabic).
 */
export function textLanguage(text: string, locale: string | null, otherwise: string): string {
	const language = locale?.split(/[-_]/, 1)[0]?.toLowerCase()
	const sample = text.length > 80 ? text.slice(0, 80) : text
	const script = scripts.find(([letters]) => letters.test(sample))?.[1]
	if (!script) return locale ?? otherwise
	if (script === 'ar' && /^(ar|fa|ur|ps|ckb|ug|sd)$/.test(language ?? '')) return locale ?? 'ar'
	if (script === 'he' && language === 'yi') return 'yi'
	return language === script && locale ? locale : script
}

/** The paragraphs of a submitted text; empty lines only separate. */
export function splitParagraphs(text: string): string[] {
	return text.includes('\n') ? text.split(/\s*\n\s*/).filter(Boolean) : [text]
}

/** The beginning of a text up to a word's end, with an ellipsis if anything is left out. `most` counts UTF-16 units. */
export function truncateText(text: string, most: number): string {
	if (text.length <= most) return text
	const space = text.lastIndexOf(' ', most)
	const end = space > most * 0.8 ? space : most - (isHighSurrogateAt(text, most - 1) ? 1 : 0)
	return `${text.slice(0, end).replace(/[\s,;:.–—-]+$/, '')} …`
}

function isHighSurrogateAt(text: string, at: number): boolean {
	return (text.charCodeAt(at) & 0xfc00) === 0xd800
}

/** Seconds as `1:05`. */
export function formatDuration(seconds: number): string {
	const whole = Math.round(seconds)
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
