import { Suspense, useState } from 'react'
import { splitExcerpt } from '#shared/wall/split-excerpt.ts'
import { canBePublic, type InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { TextButton } from '#web/ui/button.tsx'
import { countWords, type Excerpt } from './excerpt.ts'
import { shownPartText } from './shown-part-text.ts'

const ExcerptEditor = lazyComponent(async () => (await import('./excerpt-editor.tsx')).ExcerptEditor)

/** The stored excerpt, or null when all of it is shown. */
const excerptOf = (item: InboxItem): Excerpt | null =>
	item.excerpt_start === null || item.excerpt_end === null ? null : { start: item.excerpt_start, end: item.excerpt_end }

/** The full text with the part that walls show, and the controls to choose it. */
export function DetailText({ item }: { item: InboxItem }) {
	const { canEdit, decisions } = useInbox()
	const { applyPatch } = decisions
	const [editing, setEditing] = useState(false)
	const excerpt = excerptOf(item)
	const show = (next: Excerpt | null) =>
		applyPatch(
			[item],
			{ excerpt_start: next?.start ?? null, excerpt_end: next?.end ?? null },
			next ? `Excerpt of ${item.author_name} chosen` : `All of ${item.author_name} is shown`,
		)
	const showTitle = () =>
		applyPatch(
			[item],
			{ shows_title: !item.shows_title },
			item.shows_title ? `Title of ${item.author_name} left out` : `Title of ${item.author_name} is shown`,
		)
	if (item.body === '') return <AuthorTitle item={item} />
	const { before, shown, after } = splitExcerpt(item.body, excerpt)
	const words = countWords(item.body)
	const mayChoose = canEdit && canBePublic(item)
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
						show(next)
						setEditing(false)
					}}
				/>
			</Suspense>
		)
	return (
		<>
			<AuthorTitle item={item} />
			{quotation}
			<p className="inbox-excerpt-line">
				<span>
					{excerpt ? <span className="inbox-swatch" /> : null}
					{shownPartText(item, { shown: countWords(shown), all: words })}
				</span>
				{mayChoose && words > 1 ? (
					<TextButton aria-keyshortcuts="p" onClick={() => setEditing(true)}>
						{excerpt ? 'Adjust' : 'Show only a part'}
					</TextButton>
				) : null}
				{mayChoose && excerpt ? <TextButton onClick={() => show(null)}>Show all of it</TextButton> : null}
				{mayChoose && item.title ? (
					<TextButton onClick={showTitle}>{item.shows_title ? 'Leave the title out' : 'Show the title'}</TextButton>
				) : null}
			</p>
		</>
	)
}

/** The author's own title, above the words; quiet where walls leave it out. */
function AuthorTitle({ item: { title, shows_title, locale } }: { item: InboxItem }) {
	if (!title) return null
	return (
		<h3 className={shows_title ? 'inbox-headline' : 'inbox-headline ui-quiet'} lang={locale} dir="auto">
			{title}
		</h3>
	)
}
