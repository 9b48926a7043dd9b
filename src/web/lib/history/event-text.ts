import type { SpaceEventRow } from '#shared/rows.ts'
import { formatCount, formatList, formatNumber } from '#web/lib/format/format.ts'

type Event = Pick<SpaceEventRow, 'kind' | 'detail'>

const countOf = (detail: Event['detail'], name: string): number => {
	const value = detail[name]
	return typeof value === 'number' ? value : 0
}

/** "2 testimonials and 1 invitation"; empty without any. */
const held = (detail: Event['detail']): string =>
	formatList(
		[
			['testimonials', 'testimonial', 'testimonials'] as const,
			['invitations', 'invitation', 'invitations'] as const,
			['import_rows', 'row of an import', 'rows of imports'] as const,
			['customer_events', 'event', 'events'] as const,
		].flatMap(([name, one, many]) => {
			const count = countOf(detail, name)
			return count > 0 ? [formatCount(count, one, many)] : []
		}),
	)

/** "2 there already, 1 refused"; empty when an import took every row. */
const leftOut = (detail: Event['detail']): string => {
	const [twice, refused] = [countOf(detail, 'duplicates'), countOf(detail, 'refused')]
	return [
		...(twice > 0 ? [`${formatNumber(twice)} there already`] : []),
		...(refused > 0 ? [`${formatNumber(refused)} refused`] : []),
	].join(', ')
}

const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`)

const bulkWords: Record<string, string> = {
	approve: 'approved',
	reject: 'rejected',
	archive: 'archived',
	restore: 'restored',
	tag: 'tagged',
	untag: 'freed of a tag',
	assign: 'assigned',
}

/** "4,959 testimonials approved at once, 12 left alone". */
const bulkText = (detail: Event['detail']): string => {
	const left = countOf(detail, 'left_alone')
	const word = bulkWords[String(detail.action)] ?? 'changed'
	return `${formatCount(countOf(detail, 'changed'), 'testimonial')} ${word} at once${left > 0 ? `, ${formatNumber(left)} left alone` : ''}`
}

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
	imported: (detail) =>
		`${formatCount(countOf(detail, 'added'), 'testimonial')} imported${inBrackets(leftOut(detail))}`,
	import_failed: (detail) => `Import ended early: ${formatCount(countOf(detail, 'added'), 'testimonial')} imported`,
	bulk_changed: (detail) => bulkText(detail),
	bulk_undone: (detail) => `Undone: ${bulkText(detail)} (${formatNumber(countOf(detail, 'restored'))} put back)`,
	import_undone: () => 'Import undone: the testimonials that it added are deleted',
	exported: ({ format, emails }) =>
		`Testimonials exported as ${String(format ?? '').toUpperCase()}${emails === true ? ', with addresses' : ''}`,
	archive_made: () => 'Archive of the whole space made',
	key_made: ({ name }) => `Key made: ${String(name ?? '')}`,
	key_revoked: ({ name, reason }) =>
		reason === 'maker'
			? `Key revoked, as its maker is no longer an owner: ${String(name ?? '')}`
			: `Key revoked: ${String(name ?? '')}`,
	archive_imported: () => 'Space loaded from an archive',
	webhook_made: () => 'Webhook made',
	webhook_deleted: () => 'Webhook deleted',
	webhook_secret_changed: () => 'Secret of a webhook changed',
	webhook_secret_ended: () => 'Former secret of a webhook ended',
	webhook_secret_restored: () => 'New secret of a webhook taken back',
}

/** An entry in plain words; an unknown kind by its name. */
export function describeEvent({ kind, detail }: Event): string {
	const text = Object.hasOwn(texts, kind) ? texts[kind] : undefined
	if (text) return text(detail)
	const words = kind.replaceAll('_', ' ')
	return words.charAt(0).toUpperCase() + words.slice(1)
}
