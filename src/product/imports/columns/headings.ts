import type { ImportTarget } from '#shared/import/import-api.ts'
import { isExcluded, isPermission } from './excluded-headings.ts'
import { familyNames, givenNames, headingWords } from './heading-words.ts'

type Phrase = { target: ImportTarget; languages: string[]; isWeak: boolean }
/** A target that a heading may stand for. The score is above 100 where nothing else is in the heading. */
export type Candidate = { target: ImportTarget; score: number; isWhole: boolean; languages: readonly string[] }

const letters: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', đ: 'd', ı: 'i' }

/** A heading without case, accents and punctuation, with `reviewCreated` in two words. */
export function plainHeading(heading: string): string {
	return heading
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[ßłøæđı]/g, (letter) => letters[letter] ?? letter)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
}

const phrases = new Map<string, Phrase[]>()
const endings: [string, Phrase][] = []
const unspaced: [string, Phrase][] = []
const isUnspaced = (text: string) =>
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
for (const [target, byLanguage] of Object.entries(headingWords) as [ImportTarget, Record<string, string>][])
	for (const [language, list] of Object.entries(byLanguage))
		for (const entry of list.split('|')) add(target, language, entry)

function add(target: ImportTarget, language: string, entry: string): void {
	const isWeak = entry.startsWith('~')
	const isEnding = entry.includes('*')
	const words = plainHeading(entry)
	const list = phrases.get(words) ?? []
	const known = list.find((phrase) => phrase.target === target)
	if (known) {
		known.languages.push(language)
		return
	}
	const phrase: Phrase = { target, languages: [language], isWeak }
	phrases.set(words, [...list, phrase])
	if (isEnding) endings.push([words, phrase])
	if (isUnspaced(words)) unspaced.push([words, phrase])
}

/** Words that say nothing about which column it is. */
const fillers = new Set(
	'your you what whats is s the a an please enter of our for to my customer customers reviewer reviewers client clients user users author authors buyer guest review reviews testimonial testimonials kunden ihr ihre ihren dein deine wie ist bitte der die das votre vos quel quelle est le la les de du des tu su el los cual es il lo della del tuo tua qual e uw je jouw wat het jak jest twoje twoj seu sua o os ditt din vad ar required optional field text answer'.split(
		' ',
	),
)
const longestPhrase = 5
/** The rest of a longer heading is not looked at: patterns take quadratic time on some. */
const longestHeading = 400

/** The targets that the words in a heading speak for, best first. The last part of a path decides where the whole says nothing. */
export function candidatesOf(heading: string): Candidate[] {
	const plain = plainHeading(heading.slice(0, longestHeading))
	if (isPermission(plain)) return []
	const whole = candidatesOfWords(plain)
	if (whole.length > 0 || !heading.includes('.')) return whole
	const last = plainHeading(heading.slice(heading.lastIndexOf('.') + 1).slice(0, longestHeading))
	return candidatesOfWords(last).filter(({ target }) => !isExcluded(target, plain))
}

function candidatesOfWords(plain: string): Candidate[] {
	const tokens = plain.split(' ', 40)
	const core = tokens.filter((token) => !fillers.has(token))
	const found = new Map<ImportTarget, Candidate>()
	const note = ({ target, languages, isWeak }: Phrase, words: string) => {
		const length = words.split(' ').length
		const isWhole = words === plain || words === core.join(' ')
		const share = length / Math.max(length, core.length)
		const strength = words === plain ? 106 : isWhole ? 100 : 50 + 20 * share + 6 * length
		const score = strength - (isWeak ? 30 : 0)
		if (score <= (found.get(target)?.score ?? 0) || isExcludedHere(target, plain, words)) return
		found.set(target, { target, score, isWhole, languages })
	}
	for (let from = 0; from < tokens.length; from++)
		for (let to = from + 1; to <= Math.min(tokens.length, from + longestPhrase); to++) {
			const words = tokens.slice(from, to).join(' ')
			for (const phrase of phrases.get(words) ?? []) note(phrase, words)
		}
	for (const [ending, phrase] of endings)
		for (const token of tokens) if (token.length > ending.length && token.endsWith(ending)) note(phrase, token)
	if (isUnspaced(plain)) for (const [words, phrase] of unspaced) if (plain.includes(words)) note(phrase, words)
	const language = partOfName(given, plain) ?? partOfName(family, plain)
	if (language) found.set('name', { target: 'name', score: 110, isWhole: true, languages: [language] })
	return [...found.values()].sort((a, b) => b.score - a.score)
}

/** A phrase such as `reply date` is not excluded by its own words, unless they are all of the heading's part that speaks against it. */
function isExcludedHere(target: ImportTarget, plain: string, words: string): boolean {
	const rest = ` ${plain} `.replace(` ${words} `, ' | ').trim()
	return isExcluded(target, rest, plain)
}

const byWords = (lists: Record<string, string>) =>
	new Map(
		Object.entries(lists).flatMap(([language, list]) =>
			list.split('|').map((words) => [plainHeading(words), language]),
		),
	)
const given = byWords(givenNames)
const family = byWords(familyNames)
const withoutFillers = (plain: string) =>
	plain
		.split(' ', 40)
		.filter((token) => !fillers.has(token))
		.join(' ')
/** The language in which the heading, or its end, is such a name. */
function partOfName(names: ReadonlyMap<string, string>, plain: string): string | undefined {
	const tokens = plain.split(' ', 40)
	const ends = [plain, withoutFillers(plain), tokens.slice(-2).join(' '), tokens.at(-1) ?? '']
	return ends.map((end) => names.get(end)).find((language) => language !== undefined)
}

/** True for a first name. */
export function isGivenName(heading: string): boolean {
	return partOfName(given, plainHeading(heading)) !== undefined
}

/** True for a heading that can only be a family name. */
export function isOnlyFamilyName(heading: string): boolean {
	return partOfName(family, plainHeading(heading)) !== undefined
}

/** True for a family name, which stands after the given name whatever the order of the columns. `Nom` is one beside `Prénom`. */
export function isFamilyName(heading: string): boolean {
	return (
		isOnlyFamilyName(heading) || ['nom', 'name', 'nome', 'naam', 'namn'].includes(withoutFillers(plainHeading(heading)))
	)
}

/** The target that a heading alone speaks for. */
export function targetOfHeading(heading: string): ImportTarget | undefined {
	return candidatesOf(heading)[0]?.target
}

/** Values that no heading has: addresses, and numbers, dates and stars, which weigh more. */
const address = /\S@\S|https?:/
const figure = /^\s*[\d.,/:;\s-]*\d[\d.,/:;\s-]*$|★|⭐/

/** True for a cell that is the usual heading of something, with nothing else in it. */
export function isKnownHeading(cell: string): boolean {
	return cell.length <= 100 && (candidatesOf(cell)[0]?.isWhole ?? false)
}

/** True when a first row holds headings: known ones outweigh values, or none of its cells looks like a value. */
export function isHeading(cells: readonly string[]): boolean {
	const filled = cells.filter((cell) => cell.trim() !== '')
	// A title above the table stands alone in its row.
	if (filled.length < 2 && cells.length > 1) return false
	const values = filled.reduce((sum, cell) => sum + (address.test(cell) ? 1 : figure.test(cell) ? 2 : 0), 0)
	const known = filled.filter(isKnownHeading).length
	if (known > 0 && values <= known) return true
	return filled.length > 0 && values === 0 && filled.every((cell) => cell.length <= 60)
}

/** The language that most headings are in, if one alone explains more of them than English. */
export function languageOfHeadings(headings: readonly string[], targets?: readonly ImportTarget[]): string {
	const counts = new Map<string, number>()
	for (const [at, heading] of headings.entries())
		for (const language of languagesOf(heading, targets?.[at])) counts.set(language, (counts.get(language) ?? 0) + 1)
	const [best] = [...counts].sort((a, b) => b[1] - a[1])
	return best && best[1] > (counts.get('en') ?? 0) ? best[0] : 'en'
}

function languagesOf(heading: string, target: ImportTarget | undefined): readonly string[] {
	const candidates = candidatesOf(heading)
	return (
		(candidates.find((candidate) => candidate.target === target) ?? (target === undefined ? candidates[0] : undefined))
			?.languages ?? []
	)
}
