import type { SpaceEventRow } from '#shared/rows.ts'
import { formatCount, formatList } from '#web/lib/format/format.ts'

type Event = Pick<SpaceEventRow, 'kind' | 'detail'>

const countOf = (detail: Event['detail'], name: string): number => {
	const value = detail[name]
	return typeof value === 'number' ? value : 0
}

/** "2 testimonials and 1 invitation"; empty without either. */
const held = (detail: Event['detail']): string =>
	formatList(
		(['testimonial', 'invitation'] as const).flatMap((noun) => {
			const count = countOf(detail, `${noun}s`)
			return count > 0 ? [formatCount(count, noun)] : []
		}),
	)

const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`)

const texts: Record<string, (detail: Event['detail']) => string> = {
	person_searched: (detail) => `One person looked up: ${held(detail) || 'nothing found'}`,
	people_searched: (detail) => `People looked up by name: ${held(detail) || 'nobody found'}`,
	person_downloaded: (detail) => `One person’s data downloaded${inBrackets(held(detail))}`,
	person_erased: (detail) => `One person erased${inBrackets(held(detail))}`,
	private_page_mailed: (detail) =>
		`Private page mailed to its submitter (${formatCount(countOf(detail, 'mails'), 'mail')})`,
	testimonial_erased: () => 'One testimonial deleted for good',
	erased_by_submitter: () => 'A submitter erased their testimonial',
	spam_purged: (detail) => `Spam purged: ${formatCount(countOf(detail, 'testimonials'), 'testimonial')} deleted`,
	retention_changed: ({ days }) =>
		typeof days === 'number'
			? `Testimonials that nobody approved are kept for ${formatCount(days, 'day')}`
			: 'Testimonials that nobody approved are kept without end',
	retention_applied: (detail) =>
		`${formatCount(countOf(detail, 'testimonials'), 'testimonial')} deleted that nobody approved in time`,
	imported: (detail) => `Testimonials imported${inBrackets(held(detail))}`,
	import_undone: (detail) => `Import undone${inBrackets(held(detail))}`,
	exported: (detail) => `Testimonials exported${inBrackets(String(detail.format ?? ''))}`,
	archive_made: () => 'Archive of the whole space made',
	archive_imported: () => 'Space loaded from an archive',
}

/** An entry in plain words; an unknown kind by its name. */
export function describeEvent({ kind, detail }: Event): string {
	const text = Object.hasOwn(texts, kind) ? texts[kind] : undefined
	if (text) return text(detail)
	const words = kind.replaceAll('_', ' ')
	return words.charAt(0).toUpperCase() + words.slice(1)
}
