import { useQuery } from '@tanstack/react-query'
import type { BulkSummary } from '#shared/bulk-api.ts'
import type { BulkJobRow } from '#shared/rows.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'
import { formatCount, formatNumber, languageName } from '#web/lib/format/format.ts'
import { useMemberNames } from '#web/lib/history/use-space-history.ts'
import { ActorName } from '#web/ui/actors/actor-name.tsx'
import { Button } from '#web/ui/button.tsx'
import { leftAlone, leftAloneText, progressOf, progressText, resultText, stoppedText } from './bulk-words.ts'
import { isRunning, useBulkJob, useBulkSummary } from './use-bulk.ts'
import './bulk.css'

/** The right pane while the whole view is offered, selected or changed. */
export function BulkPane() {
	const { bulk, state } = useInbox().selection
	const { job } = useBulkJob()
	const isChoosing = state.selected.size > 0
	return (
		<section className="inbox-pane inbox-detail inbox-bulk-pane" aria-label="The whole view">
			{bulk && job && !isChoosing ? <JobReport job={job} /> : null}
			{isChoosing ? <Selection /> : null}
		</section>
	)
}

function Selection() {
	const { list, selection } = useInbox()
	const { order } = list
	const { state, dispatch } = selection
	const { data: summary } = useBulkSummary()
	if (!summary) return null
	const total = formatNumber(summary.total)
	if (!state.wholeView)
		return (
			<>
				<h2>
					{formatNumber(order.length)} of {total} are selected
				</h2>
				<p>
					The {formatNumber(order.length)} that are loaded. Take the whole view with one more step; nothing happens
					before you decide.
				</p>
				<Button onClick={() => dispatch({ type: 'selected-view', order })}>Select all {total} in this view</Button>
			</>
		)
	return (
		<>
			<h2>{formatCount(summary.total, 'testimonial')} are selected</h2>
			<p>All that the view shows now. One that arrives later is not among them.</p>
			<Facts summary={summary} />
		</>
	)
}

const sourceNames: Record<string, string> = {
	form: 'through your forms',
	import: 'from imports',
	manual: 'added by hand',
	api: 'by a program',
}
const consentNames: Record<string, string> = {
	public: 'public',
	anonymous: 'public without the name',
	private: 'private: can be approved, and is never shown',
}

const bySize = (counts: Record<string, number>): [string, number][] =>
	Object.entries(counts).sort((a, b) => b[1] - a[1])

function Facts({ summary }: { summary: BulkSummary }) {
	const rows: [string, string[]][] = [
		['Came from', bySize(summary.sources).map(([name, n]) => `${formatNumber(n)} ${sourceNames[name] ?? name}`)],
		[
			'Consent',
			bySize(summary.consents as Record<string, number>).map(
				([name, n]) => `${formatNumber(n)} ${consentNames[name] ?? name}`,
			),
		],
		[
			'Language',
			[
				bySize(summary.languages)
					.map(([name, n]) => `${formatNumber(n)} ${languageName(name)}`)
					.join(', '),
			],
		],
	]
	return (
		<dl className="inbox-bulk-facts">
			<div>
				<dt>Rating</dt>
				{['5', '4', '3', '2', '1', 'none'].map((stars) => (
					<dd key={stars} className="inbox-bulk-stars">
						<span>{stars === 'none' ? 'No rating' : formatCount(Number(stars), 'star')}</span>
						<meter value={summary.ratings[stars] ?? 0} max={summary.total} />
						<span>{formatNumber(summary.ratings[stars] ?? 0)}</span>
					</dd>
				))}
			</div>
			{rows.map(([name, lines]) => (
				<div key={name}>
					<dt>{name}</dt>
					{lines.map((line) => (
						<dd key={line}>{line}</dd>
					))}
				</div>
			))}
		</dl>
	)
}

/** Progress, or the result with those that were left alone. */
function JobReport({ job }: { job: BulkJobRow }) {
	const [done, total] = progressOf(job)
	if (isRunning(job.state))
		return (
			<>
				<h2>
					{progressText(job)} {formatNumber(total)}
				</h2>
				<p>
					You can go on working or close this page: the server goes on, once. What a colleague decides meanwhile is left
					alone. {job.state === 'undoing' ? '' : 'Stop here keeps those that are done.'}
				</p>
				<progress value={done} max={total} aria-label={progressText(job)} />
			</>
		)
	return (
		<>
			<h2>{resultText(job)}</h2>
			<p>
				<strong>{leftAloneText(job)}</strong> {stoppedText(job)}
			</p>
			{leftAlone(job) > 0 ? <LeftAlone job={job} /> : null}
			{job.undo_until ? (
				<p className="ui-small ui-quiet">
					Undo puts the {formatNumber(job.changed)} back, for ten minutes. What somebody changes until then stays as it
					is.
				</p>
			) : null}
		</>
	)
}

const happened: Record<string, string> = {
	approved: 'Approved',
	rejected: 'Rejected',
	archived: 'Archived',
	restored: 'Restored',
	pending: 'Back in Pending',
	edited: 'Edited',
	withdrawn: 'Withdrawn',
	tagged: 'Tagged',
	untagged: 'A tag taken away',
}

function LeftAlone({ job }: { job: BulkJobRow }) {
	const { client, space } = useInbox()
	const { data: members = [] } = useMemberNames(space.id)
	const { data: rows = [] } = useQuery({
		queryKey: [...inboxKeys.all(space.id), 'bulk', job.id, 'left', job.left_alone],
		queryFn: async () => unwrap(await client.rpc('bulk_left_alone', { bulk_id: job.id })),
	})
	const nameOf = (actor: string | null) => {
		const profile = members.find((member) => member.user_id === actor)?.profile
		return profile?.full_name ?? profile?.username ?? (actor === 'submitter' ? 'its author' : 'somebody')
	}
	return (
		<ul className="inbox-bulk-left">
			{rows.map((row) => (
				<li key={row.testimonial_id}>
					<bdi>{row.author_name}</bdi> <q dir="auto">{row.body}</q>
					<span>
						{happened[row.kind ?? ''] ?? 'Changed'} by <ActorName actor={row.actor}>{nameOf(row.actor)}</ActorName>
					</span>
				</li>
			))}
		</ul>
	)
}
