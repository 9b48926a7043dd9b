/** A deterministic random number generator (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed >>> 0
	return () => {
		state = (state + 0x6d2b79f5) >>> 0
		let t = Math.imul(state ^ (state >>> 15), 1 | state)
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296
	}
}

export type Random = () => number
/** One element of a list. */
export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** Texts that parsers tend to misread. */
export const texts = [
	'',
	' ',
	'0',
	'-1',
	'1e999',
	'9'.repeat(400),
	'null',
	'true',
	'[]',
	'{}',
	'__proto__',
	'constructor',
	'../../etc/passwd',
	'%00',
	'\u0000',
	'\ud800',
	'\u202e\u200b',
	'ﷺ'.repeat(50),
	"' or 1=1 --",
	'"',
	'\\',
	'<script>',
	'$$',
	'a'.repeat(3000),
	'Ω'.repeat(2000),
	'\r\nx: y',
	'00000000-0000-0000-0000-000000000000',
	'2026-02-30T25:61:00Z',
	'javascript:alert(1)',
	'http://127.0.0.1:5432/',
	'a@b@c',
	'(((((',
	'*'.repeat(40),
]
/** Changes one random place of a text. */
export const mutateText = (random: Random, text: string): string => {
	const at = Math.floor(random() * (text.length + 1))
	switch (Math.floor(random() * 6)) {
		case 0:
			return pick(random, texts)
		case 1:
			return text.slice(0, at)
		case 2:
			return text.slice(0, at) + pick(random, texts) + text.slice(at)
		case 3:
			return text.slice(0, at) + String.fromCharCode(random() * 256) + text.slice(at + 1)
		case 4:
			return text + text
		default:
			return text.toUpperCase()
	}
}
