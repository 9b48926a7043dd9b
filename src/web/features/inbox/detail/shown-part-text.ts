import { canBePublic, type InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { formatCount } from '#web/lib/format/format.ts'

type Words = { shown: number; all: number }

/** "all 23 words", "its one word", "12 of 23 words, in one piece". */
const partText = ({ shown, all }: Words): string => {
	if (shown < all) return `${shown} of ${formatCount(all, 'word')}, in one piece`
	return all === 1 ? 'its one word' : `all ${formatCount(all, 'word')}`
}

/**
 * A sentence about what walls show of a testimonial, true in each of its states.
 * @param words number of words that the excerpt has, and of all words
 */
export const shownPartText = (item: InboxItem, words: Words): string => {
	const part = `${item.title && item.shows_title ? 'the title and ' : ''}${partText(words)}`
	if (item.withdrawn_at !== null) return 'Shown nowhere: its author withdrew it'
	if (!canBePublic(item))
		return item.source === 'manual'
			? 'Shown nowhere: it was added without a permission to publish'
			: 'Shown nowhere: its author did not agree to publishing'
	if (item.status === 'rejected') return 'Shown nowhere: it is rejected'
	if (item.status === 'archived') return `Shown nowhere while it is archived. Brought back, walls show ${part}`
	if (item.status === 'pending' && item.approved_version !== null)
		return `Walls show the version that you approved before. If you approve this one, they show ${part}`
	if (item.status === 'pending') return `Not shown yet. If you approve it, walls show ${part}`
	if (item.spam_state !== 'clean') return 'Shown nowhere: it is marked as spam'
	if (item.media.some((file) => file.state !== 'ready')) return 'Shown nowhere: its file is not ready'
	return `Shown on walls: ${part}`
}
