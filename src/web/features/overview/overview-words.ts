import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { type NumbersOf, type Series, totalOf } from './numbers.ts'
import type { Arrival } from './use-overview.ts'

/** The heading: what happened in the chosen days. */
export function titleOf(series: readonly Series[], of: NumbersOf): string {
	if (of.kind === 'wall') {
		const seen = totalOf(series, 'wall_views') + totalOf(series, 'embed_views')
		return `Your wall was seen ${formatCount(seen, 'time')}`
	}
	const sends = totalOf(series, 'sends')
	return sends === 0 ? 'No testimonial reached you' : `${formatCount(sends, 'testimonial')} reached you`
}

/** The sentence below the heading. */
export function textOf(series: readonly Series[], of: NumbersOf, days: number, forms: number): string {
	if (of.kind === 'wall') return `In the last ${days} days, on its own page and on your sites.`
	const through = of.kind === 'all' && forms > 0 ? `, through ${formatCount(forms, 'form')}` : ''
	return `In the last ${days} days${through}. You approved ${formatNumber(totalOf(series, 'approved'))} in the same time.`
}

const ways: Partial<Record<Arrival['source'], string>> = { form: 'Sent through your form', import: 'Imported' }

/** Heading and sentence while a space has at most one testimonial. */
export function firstWords(arrival: Arrival | undefined): { title: string; text: string } {
	if (!arrival) return { title: 'No testimonial yet', text: 'The first one stands here as soon as it is sent.' }
	const isApproved = arrival.status === 'approved'
	return {
		title: isApproved ? 'Your first testimonial is approved' : 'Your first testimonial is here',
		text: `${ways[arrival.source] ?? 'Added'}: ${formatRelative(arrival.submitted_at, 'row')}.`,
	}
}
