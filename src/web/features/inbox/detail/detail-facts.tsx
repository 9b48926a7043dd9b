import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMembers } from '#web/features/inbox/assignment/use-members.ts'
import { type InboxItem, originOf } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { consentScopeLabels } from '#web/features/inbox/item-labels.ts'
import { TagPicker } from '#web/features/inbox/tags/tag-picker.tsx'
import { hasTag, useTagging } from '#web/features/inbox/tags/use-tagging.ts'
import { languageName } from '#web/lib/format/format.ts'
import { formatDate, formatDateTime, formatRelative } from '#web/lib/format/format-time.ts'
import { ActorName } from '#web/ui/actors/actor-name.tsx'
import { Tag } from '#web/ui/badge.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { AnswerValue } from './answer-value.tsx'
import type { Detail } from './use-testimonial.ts'
import { VerificationFacts } from './verification-facts.tsx'

/** The facts about a testimonial as a definition list. `detail` is undefined when it could not be read. */
export function DetailFacts({ item, detail }: { item: InboxItem; detail: Detail | undefined }) {
	const { facets } = useInbox().list
	const form = facets.forms.find((one) => one.id === item.form_id)
	return (
		<dl className="inbox-facts">
			<FactRow name="Verification">
				<VerificationFacts item={item} />
			</FactRow>
			<FactRow name="Consent">
				<Consent item={item} detail={detail} />
			</FactRow>
			{detail && detail.answers.length > 0 ? (
				<FactRow name="Asked">
					{detail.answers.map((answer) => (
						<div key={`${answer.question_id}${answer.label}`} className="inbox-answer">
							<p className="ui-quiet">
								<bdi>{answer.label}</bdi>
								{answer.is_public ? '' : ' (only you see the answer)'}
							</p>
							<AnswerValue answer={answer} />
						</div>
					))}
				</FactRow>
			) : null}
			<Assignment item={item} />
			<FactRow name="Tags">
				<Tags item={item} />
			</FactRow>
			{detail?.email ? (
				<FactRow name="E-mail">
					<a href={`mailto:${detail.email}`}>{detail.email}</a>
					<p className="ui-quiet">Members of this space see it. It is never published.</p>
				</FactRow>
			) : null}
			<Origin item={item} />
			<FactRow name={item.source === 'form' ? 'Sent' : 'Said'}>
				<p>
					<time dateTime={item.submitted_at} title={formatDateTime(item.submitted_at)}>
						{item.source === 'manual' ? formatDate(item.submitted_at) : formatRelative(item.submitted_at, 'label')}
					</time>
					<span className="ui-quiet">
						{` · ${languageName(item.locale)} · ${sourceText(item)} `}
						{form ? <bdi>{form.name}</bdi> : null}
						{item.source === 'api' ? <Sender detail={detail} /> : null}
					</span>
				</p>
				{item.author_url ? (
					<p>
						<a href={item.author_url} rel="noreferrer nofollow" target="_blank">
							{item.author_url}
						</a>
					</p>
				) : null}
				{item.reward_disclosure ? <p className="ui-quiet">Reward disclosed: {item.reward_disclosure}</p> : null}
			</FactRow>
		</dl>
	)
}

const sourceText = (item: InboxItem): string => {
	if (item.source === 'form') return item.form_id ? 'through' : 'through a form that is gone'
	if (item.source === 'manual') return 'added by hand'
	return item.source === 'api' ? 'sent by' : 'imported'
}

/** The key that sent a testimonial, as the first entry of its history names it. */
function Sender({ detail }: { detail: Detail | undefined }) {
	const added = detail?.events.find(({ kind }) => kind === 'added')
	return <ActorName actor={added?.actor ?? null}>a key</ActorName>
}

/** The origin of a testimonial that was given elsewhere, in words and as a link. */
function Origin({ item }: { item: InboxItem }) {
	const said = originOf(item)
	if (said === '' && item.source_url === null) return null
	return (
		<FactRow name="Comes from">
			{said === '' ? null : <p dir="auto">{said}</p>}
			{item.source_url === null ? null : (
				<p>
					<a href={item.source_url} rel="noreferrer nofollow" target="_blank">
						{item.source_url}
					</a>
				</p>
			)}
		</FactRow>
	)
}

/** Who looks after it. A space of one member assigns nothing. */
function Assignment({ item }: { item: InboxItem }) {
	const { canEdit, space, decisions } = useInbox()
	const { applyPatch } = decisions
	const members = useMembers(space.id)
	const assigned = members.find(({ id }) => id === item.assigned_to)
	if (members.length < 2 && !assigned) return null
	return (
		<FactRow name="Assigned to">
			{canEdit ? (
				<SelectField
					label="Assigned to"
					hideLabel
					aria-keyshortcuts="i"
					className="inbox-assigned"
					value={assigned?.id ?? ''}
					onChange={({ target }) => {
						const name = members.find(({ id }) => id === target.value)?.name ?? 'nobody'
						applyPatch([item], { assigned_to: target.value || null }, `Assigned to ${name}: ${item.author_name}`)
					}}
				>
					<option value="">Nobody</option>
					{members.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
			) : (
				<p>{assigned ? <bdi>{assigned.name}</bdi> : <span className="ui-quiet">Nobody</span>}</p>
			)}
		</FactRow>
	)
}

function FactRow({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	)
}

function Consent({ item, detail }: { item: InboxItem; detail: Detail | undefined }) {
	if (!detail) return <p className="ui-quiet">Not read yet.</p>
	const [last] = detail.consents
	if (!last) return <p>None was given. It can never become public.</p>
	const isStatement = item.source === 'manual'
	return (
		<>
			<p>
				{last.revoked_at === null
					? `${consentScopeLabels[last.scope]}. ${isStatement ? 'Stated' : 'Given'} ${formatRelative(last.given_at)}`
					: `Taken back ${formatRelative(last.revoked_at)}`}
			</p>
			{last.scope === 'private' && last.revoked_at === null && !isStatement ? (
				<p className="ui-quiet">The box was left unticked beside these words:</p>
			) : null}
			<p className="ui-quiet" dir="auto" lang={last.locale ?? undefined}>
				<q>{last.wording}</q>
			</p>
		</>
	)
}

function Tags({ item }: { item: InboxItem }) {
	const { canEdit, list } = useInbox()
	const { facets } = list
	const { setTag } = useTagging()
	const on = facets.tags.filter((tag) => hasTag(item, tag.id))
	if (!canEdit && on.length === 0) return <p className="ui-quiet">None</p>
	return (
		<div className="inbox-tags">
			{on.map((tag) => (
				<Tag
					key={tag.id}
					color={tag.color}
					removeLabel={`Remove tag ${tag.name}`}
					onRemove={canEdit ? () => setTag([item], tag.id, false) : undefined}
				>
					{tag.name}
				</Tag>
			))}
			{canEdit ? (
				<TagPicker
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
