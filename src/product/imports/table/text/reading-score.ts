/** The letters beyond ASCII of languages, as they are written in the encodings of one byte. */
const alphabets = [
	'äöüß',
	'àâæçèéêëîïôœùûü',
	'áéíñóúü',
	'àáâãçéêíóôõú',
	'àèéìíòùú',
	'åäöæøéü',
	'áðéíóúýþæö',
	'äëéèïöüêç',
	'õäöüšž',
	'ąćęłńóśźż',
	'áčďéěíňóřšťúůýž',
	'áäčďéíĺľňóôŕšťúýž',
	'áéíóöőúüű',
	'ăâîșțşţ',
	'čćđšž',
	'çğıöşüâîû',
	'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
	'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
	'абвгдђежзијклљмнњопрстћуфхцчџшѓќѕ',
	'абвгдежзіийклмнопрстуўфхцчшыьэюяё',
].map((letters) => new Set(letters))
/** Marks of print that words stand between, and of prices. */
const marks = new Set('“”„‘’‚–—…•€£«»°§©®™¡¿½№\u00a0')
const maxLines = 400

/**
 * The share of the characters beyond ASCII that a language has, minus those that stand oddly: each line is read in the language that fits it
 * best. 1 is a text that reads well, below 0 one in a wrong encoding.
 */
export function readingScore(text: string): number {
	let score = 0
	let count = 0
	for (const line of text.split('\n', maxLines)) {
		const letters: string[] = []
		let lineScore = 0
		for (let at = 0; at < line.length; at++) {
			const character = line[at] ?? ''
			if (character <= '\x7f') continue
			count++
			if (!/\p{L}/u.test(character)) lineScore += isPrinted(line, at) ? 1 : -2
			else if (isOdd(line, at)) lineScore -= 2
			else letters.push(character === 'İ' ? 'ı' : character.toLowerCase())
		}
		const fits = alphabets.map((alphabet) => letters.filter((letter) => alphabet.has(letter)).length)
		score += lineScore + 2 * Math.max(...fits) - letters.length
	}
	return count === 0 ? 0 : score / count
}

/** A capital within a word, or a letter of another script beside a Latin one. */
function isOdd(line: string, at: number): boolean {
	const character = line[at] ?? ''
	const before = line[at - 1] ?? ''
	if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return true
	const isLatin = /\p{Script=Latin}/u.test(character)
	return !isLatin && [before, line[at + 1] ?? ''].some((neighbour) => /[a-zA-Z]/.test(neighbour))
}

/** A mark that is not within a word, where an apostrophe alone stands. */
function isPrinted(line: string, at: number): boolean {
	const character = line[at] ?? ''
	if (character === '’') return true
	if ('§¿„£½№'.includes(character) && /\p{L}/u.test(line[at - 1] ?? '')) return false
	const isInWord = /\p{L}/u.test(line[at - 1] ?? '') && /\p{L}/u.test(line[at + 1] ?? '')
	return marks.has(character) && !isInWord
}
