import { diffTexts } from '#shared/word-diff.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import type { FormerVersion } from '#web/features/inbox/detail/use-testimonial.ts'
import { formatCount } from '#web/lib/format/format.ts'

type Versioned = Omit<FormerVersion, 'version'>

const stars = (rating: number | null): string => (rating === null ? 'no rating' : formatCount(rating, 'star'))

const facts: { name: string; read: (version: Versioned) => string }[] = [
	{ name: 'Title above the words', read: ({ title }) => title ?? '' },
	{ name: 'Rating', read: ({ rating }) => stars(rating) },
	{ name: 'Name', read: ({ author_name }) => author_name },
	{ name: 'Title', read: ({ author_title }) => author_title ?? '' },
	{ name: 'Company', read: ({ author_company }) => author_company ?? '' },
	{ name: 'Website', read: ({ author_url }) => author_url ?? '' },
]

/** The changes of a submitter's edit: words as deletions and insertions, then the other fields. */
export function VersionDiff({ item, former }: { item: InboxItem; former: FormerVersion }) {
	const changed = facts.filter(({ read }) => read(former) !== read(item))
	return (
		<div className="inbox-diff">
			{former.body === item.body ? (
				<p className="ui-quiet">The words are the same.</p>
			) : (
				<p className="inbox-diff-words" dir="auto" lang={item.locale}>
					<DiffText former={former.body} present={item.body} locale={item.locale} />
				</p>
			)}
			{changed.length > 0 ? (
				<dl>
					{changed.map(({ name, read }) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>
								{read(former) === '' ? null : (
									<del>
										<bdi>{read(former)}</bdi>
									</del>
								)}{' '}
								{read(item) === '' ? null : (
									<ins>
										<bdi>{read(item)}</bdi>
									</ins>
								)}
							</dd>
						</div>
					))}
				</dl>
			) : null}
		</div>
	)
}

/** Both texts in one: what was left out, and what is new. */
export function DiffText({ former, present, locale }: { former: string; present: string; locale: string }) {
	return diffTexts(former, present, locale).map(({ text, change }, at) => {
		// The parts of one comparison never move, so the index names one.
		const key = `${at}`
		if (change === 'removed') return <del key={key}>{text}</del>
		return change === 'added' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
	})
}
