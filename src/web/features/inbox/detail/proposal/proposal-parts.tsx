import { Scissors } from 'lucide-react'
import { useRef } from 'react'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { DiffText } from '#web/features/inbox/detail/edit/version-diff.tsx'
import type { Proposal } from '#web/features/inbox/detail/use-testimonial.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { useEscape } from '#web/lib/browser/use-escape.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { ProposalState } from './use-proposal.ts'
import '#web/features/inbox/detail/edit/edit-notice.css'

type Props = { item: InboxItem; proposal: ProposalState; hasAddress: boolean }

const maxNote = 500

/** Writes other words, with what they change, and a note to the submitter. The stars cannot be proposed. */
export function ProposalEditor({ item, proposal, hasAddress }: Props) {
	const { draft, change, send, discard, close, busy, isBegun } = proposal
	const editor = useRef<HTMLElement>(null)
	useEscape(close, editor)
	const body = draft.body.trim()
	const isSame = body === item.body
	const isPart = !isSame && body !== '' && item.body.includes(body)
	return (
		<section className="inbox-proposal" aria-label="Propose other words" ref={editor}>
			<TextAreaField
				label="The words as you would like them"
				help="They are its author’s words: nothing changes until the author accepts. Nobody can change the stars."
				value={draft.body}
				lang={item.locale}
				dir="auto"
				autoFocus={!isBegun}
				onChange={(event) => change({ body: event.target.value })}
			/>
			{isSame || body === '' ? null : (
				<div className="inbox-diff">
					<h3>What would change</h3>
					<p className="inbox-diff-words" dir="auto" lang={item.locale}>
						<DiffText former={item.body} present={body} locale={item.locale} />
					</p>
				</div>
			)}
			{isPart ? (
				<Notice icon={<Scissors size={16} aria-hidden="true" />}>
					This is one piece of the words as they are. “Show only a part” above shows it at once, without asking.
				</Notice>
			) : null}
			<TextAreaField
				label="A note to the author"
				aside="optional"
				help={`${draft.note.length} of ${maxNote}. Why you ask; the author sees it with the name of the space.`}
				value={draft.note}
				maxLength={maxNote}
				dir="auto"
				onChange={(event) => change({ note: event.target.value })}
			/>
			<p className="ui-small ui-quiet">{howTheyHear(item, hasAddress)}</p>
			<div className="inbox-edges">
				<Button
					variant="primary"
					busy={busy}
					disabled={isSame || body === ''}
					onClick={() => send({ body, note: draft.note.trim() })}
				>
					Propose to the author
				</Button>
				<Button variant="quiet" onClick={discard}>
					Cancel
				</Button>
			</div>
		</section>
	)
}

/** The proposal that waits, as its author sees it. */
export function WaitingProposal({ item, proposal, hasAddress, waiting }: Props & { waiting: Proposal }) {
	const { canEdit } = useInbox()
	return (
		<section className="inbox-proposal" aria-label="A proposal waits">
			<h2>
				Proposed to its author
				<span className="ui-small ui-quiet">{formatRelative(waiting.created_at, 'label')}, not answered yet</span>
			</h2>
			<div className="inbox-diff">
				<p className="inbox-diff-words" dir="auto" lang={item.locale}>
					<DiffText former={item.body} present={waiting.body} locale={item.locale} />
				</p>
			</div>
			{waiting.note === '' ? null : (
				<p dir="auto">
					<q>{waiting.note}</q>
				</p>
			)}
			<p className="ui-small ui-quiet">{howTheyHear(item, hasAddress)}</p>
			{canEdit ? (
				<div className="inbox-edges">
					<Button busy={proposal.busy} onClick={() => proposal.cancel(waiting.id)}>
						Take it back
					</Button>
				</div>
			) : null}
		</section>
	)
}

/** The private link is the author's alone: members cannot send it themselves. */
const howTheyHear = ({ author_name: name }: InboxItem, hasAddress: boolean): string =>
	hasAddress
		? `${name} gets a mail, unless they stopped these mails, and answers on their private page.`
		: `${name} left no address, so no mail is sent. They see it when they open their private page, whose link only they have.`
