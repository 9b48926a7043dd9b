import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoment } from '#web/lib/format.ts'
import { languageName } from '#web/lib/in-words.ts'
import { Tag } from '#web/ui/marks.tsx'
import { bestBasis, type InboxItem } from './inbox-item.ts'
import { BasisMark } from './item-marks.tsx'
import { basisWords, scopeWords } from './item-words.ts'
import { TagPicker } from './tag-picker.tsx'
import type { Facets } from './use-facets.ts'
import type { Inbox } from './use-inbox.ts'
import { useTagging } from './use-tagging.ts'
import type { Detail } from './use-testimonial.ts'

/** What is known about a testimonial, as a ruled list. `detail` is undefined when it could not be read. */
export function DetailFacts({
	inbox,
	facets,
	item,
	detail,
}: {
	inbox: Inbox
	facets: Facets
	item: InboxItem
	detail: Detail | undefined
}) {
	const form = facets.forms.find((one) => one.id === item.form_id)
	const basis = bestBasis(item)
	return (
		<dl className="inbox-facts">
			<Fact name="Verification">
				<BasisMark basis={basis} />
				<p className="ui-quiet">
					{basis === null ? 'Nothing about its author was checked.' : basisWords[basis].why}
				</p>
			</Fact>
			<Fact name="Consent">
				<Consent detail={detail} />
			</Fact>
			{detail && detail.answers.length > 0 ? (
				<Fact name="Asked">
					{detail.answers.map((answer) => (
						<div key={`${answer.question_id}${answer.label}`} className="inbox-answer">
							<p className="ui-quiet">
								<bdi>{answer.label}</bdi>
								{answer.is_public ? '' : ' (only you see the answer)'}
							</p>
							<p dir="auto">{answer.value}</p>
						</div>
					))}
				</Fact>
			) : null}
			<Fact name="Tags">
				<Tags inbox={inbox} facets={facets} item={item} />
			</Fact>
			{detail?.email ? (
				<Fact name="E-mail">
					<a href={`mailto:${detail.email}`}>{detail.email}</a>
					<p className="ui-quiet">Members of this space see it. It is never published.</p>
				</Fact>
			) : null}
			<Fact name="Sent">
				<p>
					{formatMoment(item.submitted_at)}
					<span className="ui-quiet">
						{` · ${languageName(item.locale)} · ${sourceWords(item)}${form ? ' ' : ''}`}
						{form ? <bdi>{form.name}</bdi> : null}
					</span>
				</p>
				{item.author_url ? (
					<p>
						<a href={item.author_url} rel="noreferrer nofollow" target="_blank">
							{item.author_url}
						</a>
					</p>
				) : null}
				{item.reward_disclosure ? (
					<p className="ui-quiet">Reward disclosed: {item.reward_disclosure}</p>
				) : null}
			</Fact>
		</dl>
	)
}

const sourceWords = (item: InboxItem): string => {
	if (item.source === 'form') return item.form_id ? 'through' : 'through a form that is gone'
	if (item.source === 'manual') return 'added by hand'
	return item.source === 'api' ? 'through the API' : 'imported'
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	)
}

function Consent({ detail }: { detail: Detail | undefined }) {
	if (!detail) return <p className="ui-quiet">Not read yet.</p>
	const [last] = detail.consents
	if (!last) return <p>None was given. It can never become public.</p>
	return (
		<>
			<p>
				{last.revoked_at === null
					? `${scopeWords[last.scope]}. Given ${formatMoment(last.given_at)}`
					: `Taken back ${formatMoment(last.revoked_at)}`}
			</p>
			{last.scope === 'private' && last.revoked_at === null ? (
				<p className="ui-quiet">The box was left unticked beside these words:</p>
			) : null}
			<p className="ui-quiet" dir="auto" lang={last.locale ?? undefined}>
				<q>{last.wording}</q>
			</p>
		</>
	)
}

function Tags({ inbox, facets, item }: { inbox: Inbox; facets: Facets; item: InboxItem }) {
	const { take } = useTagging(inbox)
	const on = facets.tags.filter((tag) => item.testimonial_tags.some((one) => one.tag_id === tag.id))
	if (!inbox.canEdit && on.length === 0) return <p className="ui-quiet">None</p>
	return (
		<div className="inbox-tags">
			{on.map((tag) => (
				<Tag
					key={tag.id}
					removeLabel={`Remove tag ${tag.name}`}
					onRemove={inbox.canEdit ? () => take([item], tag.id) : undefined}
				>
					{tag.name}
				</Tag>
			))}
			{inbox.canEdit ? (
				<TagPicker
					inbox={inbox}
					facets={facets}
					items={[item]}
					trigger={
						<button type="button" className="ui-tag ui-tag-add">
							<Plus size={12} aria-hidden="true" />
							Add a tag
						</button>
					}
				/>
			) : null}
		</div>
	)
}
