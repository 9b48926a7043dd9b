import type { TestimonialStatus } from '#shared/rows.ts'
import type { InboxItem, ItemPatch } from './inbox-item.ts'
import type { Change } from './inbox-state.ts'

/** What an owner may decide about a testimonial. */
export type Verdict = 'approve' | 'reject' | 'archive' | 'restore'

/** product.md §5: pending → approved | rejected; approved ↔ archived; rejected → pending. */
const moves: Record<TestimonialStatus, Partial<Record<Verdict, TestimonialStatus>>> = {
	pending: { approve: 'approved', reject: 'rejected' },
	approved: { archive: 'archived', restore: 'pending' },
	archived: { approve: 'approved' },
	rejected: { restore: 'pending' },
}

/** The verdicts that a testimonial can get now, the usual one last. */
export const verdictsFor = (item: Pick<InboxItem, 'status' | 'withdrawn_at'>): Verdict[] => {
	if (item.withdrawn_at !== null) return []
	if (item.status === 'approved') return ['restore', 'archive']
	return item.status === 'pending'
		? ['reject', 'approve']
		: (Object.keys(moves[item.status]) as Verdict[])
}

const patchFor = (item: InboxItem, verdict: Verdict): ItemPatch | null => {
	const status = item.withdrawn_at === null ? moves[item.status][verdict] : undefined
	if (status === undefined) return null
	return verdict === 'approve' && item.spam_state !== 'clean'
		? { status, spam_state: 'clean' }
		: { status }
}

/** What a patch changes about a testimonial, with the way back. */
export const changeOf = (item: InboxItem, patch: ItemPatch): Change => {
	const before = Object.fromEntries(
		Object.keys(patch).map((column) => [column, item[column as keyof ItemPatch]]),
	)
	return { id: item.id, name: item.author_name, before, after: patch }
}

/** The changes of a verdict on those that can get it; the others are left alone. */
export const changesFor = (items: readonly InboxItem[], verdict: Verdict): Change[] =>
	items.flatMap((item) => {
		const patch = patchFor(item, verdict)
		return patch === null ? [] : [changeOf(item, patch)]
	})

/** The word on the button; bringing back an archived one is not a first approval. */
export const verdictLabel = (verdict: Verdict, status: TestimonialStatus): string => {
	if (verdict === 'approve') return status === 'archived' ? 'Bring back' : 'Approve'
	if (verdict === 'restore') return status === 'approved' ? 'Back to pending' : 'Restore'
	return verdict === 'reject' ? 'Reject' : 'Archive'
}

const done: Record<Verdict, string> = {
	approve: 'Approved',
	reject: 'Rejected',
	archive: 'Archived',
	restore: 'Back in Pending:',
}

/** "Approved Ines Carvalho" or "Approved 3". */
export const decidedWords = (verdict: Verdict, changes: readonly Change[]): string => {
	const [first] = changes
	return `${done[verdict]} ${changes.length === 1 && first ? first.name : changes.length}`
}

/** Why a verdict does nothing here, and what to do instead. */
export const refusalWords = (item: InboxItem, verdict: Verdict): string => {
	if (item.withdrawn_at !== null)
		return 'It was withdrawn by whoever sent it. Nothing is left to decide.'
	if (verdict === 'archive' && item.status === 'pending')
		return 'Only approved ones are archived. Approve or reject this one first.'
	if (item.status === 'rejected') return 'This one is rejected. Restore it to Pending first.'
	if (verdict === 'reject') return 'Approved ones are archived, or go back to Pending first.'
	return `This one is ${item.status} already.`
}
