import { parseDate } from '#product/imports/values/parse-date.ts'
import { parseLanguage } from '#product/imports/values/parse-language.ts'
import { parseStars } from '#product/imports/values/parse-stars.ts'
import { readState } from '#product/imports/values/read-state.ts'
import { rememberReadings } from '#product/imports/values/remember-readings.ts'

/** Longest cell that the patterns below are tried on; longer ones are words. */
export const longestPattern = 254

/** The kinds that a cell may be of. A cell may be of several. */
export type CellKind =
	| 'email'
	| 'web'
	| 'picture'
	| 'date'
	| 'dateLike'
	| 'stars'
	| 'starsLike'
	| 'drawnStars'
	| 'number'
	| 'boolean'
	| 'id'
	| 'language'
	| 'state'
	| 'name'
	| 'words'
	| 'prose'
	| 'short'
	| 'job'
	| 'label'

const email = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
const web = /^(?:(?:https?:)?\/\/|www\.)\S|^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?$/iu
const picture =
	/^(?:https?:)?\/\/\S|^data:image\/|^\.{0,2}\/?[^\s/]+(?:\/[^/]+)*\.(?:jpe?g|png|gif|webp|avif|heic|svg|tiff?|bmp)(?:[?#]\S*)?(?:$|[\s,;|(])|^\[\s*"(?:https?:)?\/\/|\.\w{3,4} \(https?:\/\//i
const boolean =
	/^(?:0|1|true|false|yes|no|y|n|t|f|x|on|off|ja|nein|oui|non|si|sí|sì|não|nao|sim|nej|tak|nie|nee|wahr|falsch|vrai|faux|verdadero|falso|vero|checked|unchecked|да|нет|はい|いいえ|是|否)$/i
const number = /^[+-]?\d+(?:[.,]\d+)?\s?%?$/
const months =
	/\d.*(?:jan|feb|m[aä]r|mrz|apr|ma[iyj]|mei|ju[nl]|giu|lug|aug|ago|aou|août|sep|set|o[ckt]t|nov|d[ei][czs]|ene|fev|fév|avr|abr|gen|dic|sty|lut|kwi|maj|cze|lip|sie|wrz|pa[zź]|lis|gru|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|年|月)/i
const relative =
	/\b(?:ago|yesterday|today|last (?:week|month|year))\b|^vor \d|^vor eine|^il y a\b|^hace\b|\bfa$|\bgeleden$|\btemu$|^há\b|\bsedan$|назад|前$/i
const opinion =
	/^(?:👍|👎|😀|😐|🙁|very |highly |extremely |sehr |très |muy |molto |zeer |bardzo |muito |mycket )?(?:un|dis|nicht )?(?:satisfied|happy|good|great|excellent|outstanding|fair|poor|bad|terrible|awful|average|okay|ok|neutral|positive|negative|likely|recommends?|recommended|doesn.t recommend|love it|zufrieden|gut|schlecht|ausgezeichnet|hervorragend|mittel|empfiehlt|satisfait|satisfaite|bien|bon|mauvais|excellente?|satisfecho|satisfecha|bueno|malo|soddisfatto|buono|ottimo|cattivo|tevreden|goed|slecht|zadowolony|dobrze|satisfeito|bom|ruim|nöjd|bra|dåligt)?\p{Extended_Pictographic}?$/iu
const job =
	/\b(?:ceo|cto|cfo|coo|cmo|founder|co-?founder|owner|director|manager|head of|lead|engineer|developer|designer|consultant|marketer|teacher|student|freelancer|president|partner|analyst|assistant|coach|photographer|author of|editor|nurse|doctor|architect|potter|baker|chef|geschäftsführer(?:in)?|inhaber(?:in)?|leiter(?:in)?|gründer(?:in)?|directeur|directrice|gérante?|fondat(?:eur|rice)|dueñ[oa]|gerente)\b/i
const far = Number.MAX_SAFE_INTEGER
const manyStars =
	/[★⭐✭✮🌟½]|\d\s*(?:\/|out of|von|sur|de|su|van|z|av)\s*\d|stars?\b|stern|étoile|estrella|stell[ea]\b|^(?:one|two|three|four|five)$/iu

const isLanguage = rememberReadings((cell) => parseLanguage(cell) !== undefined)

/** The kinds of a cell without white space around it. */
export function kindsOf(cell: string): CellKind[] {
	if (cell.length > longestPattern)
		return picture.test(cell.slice(0, longestPattern)) ? ['picture'] : ['words', 'prose']
	const kinds: CellKind[] = []
	const add = (kind: CellKind, is: boolean) => {
		if (is) kinds.push(kind)
		return is
	}
	const hasLetter = /\p{L}|\p{Extended_Pictographic}/u.test(cell)
	const isEmail = add('email', email.test(cell))
	const isWeb = add('web', !isEmail && web.test(cell))
	const isPicture = add('picture', picture.test(cell))
	const isNumber = add('number', number.test(cell))
	const isBoolean = add('boolean', boolean.test(cell))
	const isAddress = isEmail || isWeb || (isPicture && !/\s\S+\s\S+\s/.test(cell))
	const isDate = cell.length <= 80 && /\d/.test(cell) && isDateText(cell)
	add('date', isDate)
	add('dateLike', isDate || (cell.length <= 80 && !isNumber && (months.test(cell) || relative.test(cell))))
	const isShort = cell.length <= 40
	const isStars = isShort && isRating(cell)
	add('stars', isStars)
	add('drawnStars', isStars && manyStars.test(cell))
	add('starsLike', isStars || (isShort && opinion.test(cell)))
	const isId = add('id', isIdentifier(cell))
	add('language', cell.length <= 40 && hasLetter && isLanguage(cell))
	add('state', isShort && readState(cell) !== undefined)
	add('name', !isAddress && !isId && !isNumber && !(isDate && /\d{4}/.test(cell)) && isNameText(cell))
	if (!isAddress && !isNumber && hasLetter && !isDate) {
		add('words', !isId && !isBoolean)
		add('prose', isProse(cell))
	}
	add('short', cell.length <= 200 && !cell.includes('\n'))
	add('job', cell.length <= 80 && job.test(cell))
	add('label', isShort && hasLetter && !isAddress)
	return kinds
}

function isDateText(cell: string): boolean {
	return (['dmy', 'mdy'] as const).some((order) => 'at' in parseDate(cell, { order, zone: 'UTC', now: far }))
}

function isRating(cell: string): boolean {
	return ([5, 10, 100] as const).some((scale) => {
		const parsed = parseStars(cell, { scale, half: 'down' })
		return 'stars' in parsed && parsed.stars !== null
	})
}

/** True for what a program made up: a number, a UUID, a hash, or letters and digits mixed. */
function isIdentifier(cell: string): boolean {
	if (/\s/.test(cell) || !/\d/.test(cell)) return false
	if (/^[\d._:#/-]+$/.test(cell)) return true
	if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(cell) || /^(?:0x)?[0-9a-f]{12,}$/i.test(cell)) return true
	if (!/^[\w.:#/+=-]+$/.test(cell)) return false
	const letters = cell.replace(/[^A-Za-z]/g, '')
	return letters.length < 3 || /^[A-Z]+[-_]?\d+$/.test(cell) || /[a-z][A-Z]/.test(cell) || /\d[A-Za-z]+\d/.test(cell)
}

function isNameText(cell: string): boolean {
	if (cell.length > 80 || !/\p{L}/u.test(cell) || /[\n@]|:\/\//.test(cell)) return false
	const words = cell.split(/\s+/)
	if (words.length > 7) return false
	const last = words.at(-1) ?? ''
	return !/[.!?。！]$/.test(last) || (words.length > 1 && last.length <= 4 && !/[!?。！]$/.test(last))
}

function isProse(cell: string): boolean {
	return (
		cell.split(/\s+/, 4).length > 3 ||
		(/[。！？，、]|[\p{Script=Han}\p{Script=Hiragana}]{8}/u.test(cell) && cell.length >= 6)
	)
}
