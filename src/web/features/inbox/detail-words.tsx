import { lazy, Suspense, useState } from 'react'
import { counted } from '#web/lib/in-words.ts'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { TextButton } from '#web/ui/button.tsx'
import { countWords, type Excerpt, splitExcerpt } from './excerpt.ts'
import type { InboxItem } from './inbox-item.ts'

const ExcerptEditor = lazy(async () => ({
	default: (await reloadOnce(() => import('./excerpt-editor.tsx'))).ExcerptEditor,
}))

/** The stored excerpt, or null when all of it is shown. */
const excerptOf = (item: InboxItem): Excerpt | null =>
	item.excerpt_start === null || item.excerpt_end === null
		? null
		: { start: item.excerpt_start, end: item.excerpt_end }

/** The customer's words in full, with the part that walls show, and the controls to choose it. */
export function DetailWords({
	item,
	canEdit,
	onExcerpt,
}: {
	item: InboxItem
	canEdit: boolean
	onExcerpt: (excerpt: Excerpt | null) => void
}) {
	const [editing, setEditing] = useState(false)
	const excerpt = excerptOf(item)
	if (item.body === '') return null
	const { before, shown, after } = splitExcerpt(item.body, excerpt)
	const words = countWords(item.body)
	const quotation = (
		<blockquote
			className={item.body.length > 900 ? 'inbox-hero inbox-hero-long' : 'inbox-hero'}
			lang={item.locale}
			dir="auto"
		>
			{before}
			{excerpt ? <mark>{shown}</mark> : shown}
			{after}
		</blockquote>
	)
	if (editing)
		return (
			<Suspense fallback={quotation}>
				<ExcerptEditor
					body={item.body}
					lang={item.locale}
					excerpt={excerpt}
					onCancel={() => setEditing(false)}
					onSave={(next) => {
						onExcerpt(next)
						setEditing(false)
					}}
				/>
			</Suspense>
		)
	return (
		<>
			{quotation}
			<p className="inbox-excerpt-line">
				<span>
					{excerpt ? <span className="inbox-swatch" /> : null}
					{excerpt
						? `Shown on walls: ${countWords(shown)} of ${counted(words, 'word')}, in one piece`
						: words === 1
							? 'Shown on walls: its one word'
							: `Shown on walls: all ${counted(words, 'word')}`}
				</span>
				{canEdit && words > 1 ? (
					<TextButton onClick={() => setEditing(true)}>
						{excerpt ? 'Adjust' : 'Show only a part'}
					</TextButton>
				) : null}
				{canEdit && excerpt ? (
					<TextButton onClick={() => onExcerpt(null)}>Show all of it</TextButton>
				) : null}
			</p>
		</>
	)
}
