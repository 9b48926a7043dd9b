import { z } from 'zod'

const seconds: Record<string, number> = {
	ns: 1e-9,
	us: 1e-6,
	µs: 1e-6,
	ms: 1e-3,
	s: 1,
	m: 60,
	h: 3600,
}

/** Parses a duration in Go's notation ("24h", "1h30m", "300ms"). @returns seconds, or nothing for any other text */
export function parseGoDuration(text: string): number | undefined {
	if (!/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
	let total = 0
	for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g))
		total += Number(amount) * (seconds[unit ?? ''] ?? 0)
	return Number.isFinite(total) ? total : undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

export const flag = z
	.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no'])
	.transform((text) => ['true', '1', 'on', 'yes'].includes(text))
export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const maxSeconds = 10 * 365 * 86_400
/** Seconds, or a duration in Go's notation ("24h", "1h30m"). */
export const duration = z.string().transform((text, context) => {
	const seconds = /^\d+$/.test(text) ? Number(text) : parseGoDuration(text)
	if (seconds !== undefined && seconds <= maxSeconds) return seconds
	context.addIssue('must be seconds or a duration like "24h" or "1h30m", of ten years at most')
	return z.NEVER
})
/** A file or folder. A folder named ~ would be made beside the program. */
export const filePath = z
	.string()
	.min(1)
	.regex(/^[^~]/, 'begins with ~, which only shells understand: write the whole path, such as /home/anna/plaudit')
export const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))
export const httpUrl = z
	.url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
	.transform((url) => url.replace(/\/+$/, ''))
