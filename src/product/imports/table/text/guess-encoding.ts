import type { ImportEncoding } from '#shared/import/import-api.ts'
import { readingScore } from './reading-score.ts'

/** Encodings of one byte for a letter with their names in the library. The earlier is taken when two read as well. */
const single = [
	{ name: 'Windows-1252', found: ['windows-1252', 'ISO-8859-1'] },
	{ name: 'Windows-1254', found: ['windows-1254', 'ISO-8859-9'] },
	{ name: 'Windows-1250', found: ['windows-1250', 'ISO-8859-2'] },
	{ name: 'Windows-1251', found: ['windows-1251'] },
	{ name: 'Macintosh', found: [] },
] as const
/** Encodings of several bytes for a letter, as the library names them, with a check of its guess, which is a poor one for short texts. */
const multibyte = { 'EUC-KR': isKorean, Shift_JIS: isJapanese, GB18030: isChinese }
/** The score from which a text of one byte for a letter reads well. */
const wellRead = 0.9
const usual = 'Windows-1252'
const leastConfidence = 10
/** Weight of the library's guess beside the letters; it knows which follow each other, but mistakes short texts. */
const weight = 1.1

type Guess = { name: string; confidence: number }

/**
 * Guesses the encoding of bytes that are not UTF-8: one of several bytes where the library and the letters agree, else the one in which the
 * letters are most often those of one language.
 * @param sample lines with letters beyond ASCII
 */
export async function guessEncoding(sample: Buffer): Promise<ImportEncoding> {
	// Few files need it.
	const { analyse } = await import('chardet')
	const guesses: Guess[] = analyse(sample).filter(({ confidence }) => confidence >= leastConfidence)
	const scores = single
		.filter(({ name }) => name === usual || decode(name, sample) !== decode(usual, sample))
		.map(({ name, found }) => ({ name, ...scoreOf(name, found, sample, guesses) }))
	const best = scores.reduce((one, other) => (other.total > one.total ? other : one))
	if (best.reading >= wellRead) return best.name
	const wide = (Object.keys(multibyte) as (keyof typeof multibyte)[]).find(
		(name) => guesses.some((guess) => guess.name === name) && multibyte[name](decode(name, sample), sample),
	)
	return wide ?? best.name
}

const decode = (name: ImportEncoding, bytes: Buffer) => new TextDecoder(name).decode(bytes)

function scoreOf(name: ImportEncoding, found: readonly string[], sample: Buffer, guesses: readonly Guess[]) {
	const text = decode(name, sample)
	const reading = readingScore(text)
	const confidence = Math.max(
		0,
		...guesses.filter((guess) => found.includes(guess.name)).map((guess) => guess.confidence),
	)
	// Turkish differs from Icelandic in six letters alone, and is far more frequent.
	const turkish = name === 'Windows-1254' && /[ğışĞİŞ]/.test(text) ? 0.05 : 0
	return { reading, total: reading + (weight * confidence) / 100 + turkish }
}

function isKorean(text: string): boolean {
	return share(text, /\p{Script=Hangul}/u) >= 0.9
}

/** Bytes of Chinese would give many of the half-width letters. */
function isJapanese(text: string): boolean {
	return (
		share(text, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u) >= 0.8 &&
		share(text, /[\uff61-\uff9f]/u) < 0.3
	)
}

/** The usual characters have two bytes of the upper range. */
function isChinese(text: string, bytes: Buffer): boolean {
	const beyond = bytes.filter((byte) => byte >= 0x80)
	return share(text, /\p{Script=Han}/u) >= 0.6 && beyond.filter((byte) => byte > 0xa0).length >= 0.9 * beyond.length
}

/** The share of the letters and bad characters beyond ASCII that a pattern finds. */
function share(text: string, pattern: RegExp): number {
	const letters = [...text].filter((character) => character > '\x7f' && /[\p{L}\ufffd]/u.test(character))
	return letters.filter((letter) => pattern.test(letter)).length / Math.max(1, letters.length)
}
