import { formatDate } from '#web/lib/format/format-time.ts'

/** When a new key ends: after a number of days, on a chosen day, or never. */
export type KeyEnd = '365' | '90' | '30' | 'day' | 'never'

const dayMilliseconds = 86_400_000

/** Days from now as YYYY-MM-DD in the person's own time zone. */
export function dayFromNow(days: number, now = new Date()): string {
	const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
	return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** The moment at which a key ends; null for one without an end. A chosen day counts to its last second. */
export function endOf(end: KeyEnd, day: string, now = Date.now()): string | null {
	if (end === 'never') return null
	if (end === 'day') return new Date(`${day}T23:59:59`).toISOString()
	return new Date(now + Number(end) * dayMilliseconds).toISOString()
}

/** The choices with their dates. */
export const endChoices = (now = Date.now()): readonly { value: KeyEnd; label: string }[] => [
	...(
		[
			['365', 'In a year'],
			['90', 'In 90 days'],
			['30', 'In 30 days'],
		] as const
	).map(([value, label]) => ({ value, label: `${label}, ${formatDate(now + Number(value) * dayMilliseconds)}` })),
	{ value: 'day', label: 'On a day that I choose' },
	{ value: 'never', label: 'Never' },
]
