import type { TestimonialStatus } from '#shared/rows.ts'
import type { InboxItem, ItemPatch } from '#web/features/inbox/data/inbox-item.ts'
import type { Change } from './inbox-state.ts'

/** A decision of an owner about a testimonial. */
export type ModerationAction = 'approve' | 'reject' | 'archive' | 'restore'

/** Allowed transitions, the primary one last. */
const transitions: Record<TestimonialStatus, Partial<Record<ModerationAction, TestimonialStatus>>> = {
	pending: { reject: 'rejected', approve: 'approved' },
	approved: { restore: 'pending', archive: 'archived' },
	archived: { approve: 'approved' },
	rejected: { restore: 'pending' },
}

/** The decisions available for a testimonial, the primary one last. */
export const availableActions = (item: Pick<InboxItem, 'status' | 'withdrawn_at'>): ModerationAction[] =>
	item.withdrawn_at === null ? (Object.keys(transitions[item.status]) as ModerationAction[]) : []

const patchFor = (item: InboxItem, action: ModerationAction): ItemPatch | null => {
	const status = item.withdrawn_at === null ? transitions[item.status][action] : undefined
	if (status === undefined) return null
	return action === 'approve' && item.spam_state !== 'clean' ? { status, spam_state: 'clean' } : { status }
}

/** The columns that a patch changes, before and after. */
export const createChange = (item: InboxItem, patch: ItemPatch): Change => {
	const before = Object.fromEntries(Object.keys(patch).map((column) => [column, item[column as keyof ItemPatch]]))
	return { id: item.id, name: item.author_name, before, after: patch }
}

/** The changes of a decision, for the testimonials that it applies to. */
export const changesFor = (items: readonly InboxItem[], action: ModerationAction): Change[] =>
	items.flatMap((item) => {
		const patch = patchFor(item, action)
		return patch === null ? [] : [createChange(item, patch)]
	})

/** Label of the button; restoring an archived one differs from a first approval. */
export const actionLabel = (action: ModerationAction, status: TestimonialStatus): string => {
	if (action === 'approve') return status === 'archived' ? 'Bring back' : 'Approve'
	if (action === 'restore') return status === 'approved' ? 'Back to pending' : 'Restore'
	return action === 'reject' ? 'Reject' : 'Archive'
}

/** The single keys of the decisions. */
export const actionKeys: Record<ModerationAction, string> = { approve: 'A', reject: 'R', archive: 'E', restore: 'B' }

const pastTense: Record<ModerationAction, string> = {
	approve: 'Approved',
	reject: 'Rejected',
	archive: 'Archived',
	restore: 'Back in Pending:',
}

/** "Approved Ines Carvalho" or "Approved 3". */
export const decisionText = (action: ModerationAction, changes: readonly Change[]): string => {
	const [first] = changes
	return `${pastTense[action]} ${changes.length === 1 && first ? first.name : changes.length}`
}

/** Why a decision does not apply here, and what to do instead. */
export const refusalText = (item: InboxItem, action: ModerationAction): string => {
	if (item.withdrawn_at !== null) return 'The submitter withdrew it. Nothing is left to decide.'
	if (action === 'archive' && item.status === 'pending')
		return 'Only approved ones are archived. Approve or reject this one first.'
	if (item.status === 'rejected') return 'This one is rejected. Restore it to Pending first.'
	if (action === 'reject') return 'Approved ones are archived, or go back to Pending first.'
	return `This one is ${item.status} already.`
}
