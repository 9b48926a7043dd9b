import { Undo2, X } from 'lucide-react'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { actionKeys } from '#web/features/inbox/moderation/moderation.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button, Kbd } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { bulkWords, leftAloneText, progressOf, progressText, resultText, stoppedText } from './bulk-words.ts'
import { isRunning, useBulkJob, useBulkSummary } from './use-bulk.ts'
import './bulk.css'

/** The bar below the list: actions on the whole view. */
export function WholeViewBar() {
	const { clearSelection, askBulk, asked } = useInbox().selection
	const { data: summary } = useBulkSummary()
	return (
		<div className="inbox-bulk inbox-bulk-wide" data-keep-clear role="toolbar" aria-label="Selected testimonials">
			<div>
				<strong aria-live="polite">All {summary ? formatNumber(summary.total) : ''} selected</strong>
				<span className="inbox-list-grow" />
				<IconButton size="tiny" label="Clear the selection" Icon={X} onClick={clearSelection} />
			</div>
			{summary ? (
				<div className="inbox-bulk-acts">
					<Button variant="quiet" size="tiny" onClick={() => askBulk('tag')}>
						Tag <Kbd>T</Kbd>
					</Button>
					<Button variant="quiet" size="tiny" onClick={() => askBulk('assign')}>
						Assign
					</Button>
					{(['restore', 'archive', 'reject', 'approve'] as const).map((action) =>
						summary.actions[action] === 0 ? null : (
							<Button
								key={action}
								size="tiny"
								variant={action === 'approve' ? 'primary' : 'plain'}
								onClick={() => askBulk(action)}
							>
								{bulkWords[action].label}
								{summary.actions[action] === summary.total && action !== 'approve'
									? ''
									: ` ${formatNumber(summary.actions[action])}`}
								<Kbd>{actionKeys[action]}</Kbd>
							</Button>
						),
					)}
				</div>
			) : null}
			{asked && summary ? <BulkDialog key={asked} action={asked} summary={summary} /> : null}
		</div>
	)
}

/** The bar below the list while a bulk action runs, and its result with the undo. */
export function BulkJobBar() {
	const { setBulk } = useInbox().selection
	const { job, change } = useBulkJob()
	if (!job) return null
	const [done, total] = progressOf(job)
	const mayUndo = job.undo_until !== null && job.changed > 0
	return (
		<section className="inbox-bulk inbox-bulk-wide" data-keep-clear aria-label="Action on the whole view">
			{isRunning(job.state) ? (
				<div className="inbox-bulk-progress">
					<label>
						{progressText(job)}, <strong>{formatNumber(done)}</strong> of {formatNumber(total)}
						<progress value={done} max={total} />
					</label>
					{job.state === 'undoing' ? null : (
						<Button size="tiny" busy={change.isPending} onClick={() => change.mutate('stop')}>
							Stop here
						</Button>
					)}
				</div>
			) : (
				<div>
					<p aria-live="polite">
						<strong>{resultText(job)}.</strong> {leftAloneText(job)} {stoppedText(job)}
					</p>
					<span className="inbox-list-grow" />
					<Button variant="quiet" size="tiny" onClick={() => setBulk(null)}>
						Close
					</Button>
					{mayUndo ? (
						<Button size="tiny" aria-keyshortcuts="z" busy={change.isPending} onClick={() => change.mutate('undo')}>
							<Undo2 size={14} aria-hidden="true" />
							Undo <Kbd>Z</Kbd>
						</Button>
					) : null}
				</div>
			)}
		</section>
	)
}

/** Above the list, once all loaded rows are selected and there are more: the step to the whole view, and back. */
export function BulkOffer() {
	const { list, selection } = useInbox()
	const { order } = list
	const { state, dispatch } = selection
	const { data: summary } = useBulkSummary()
	if (!summary || summary.total <= order.length) return null
	const total = formatNumber(summary.total)
	return (
		<div className="inbox-offer">
			{state.wholeView ? (
				<p>
					<strong>All {total} in this view</strong> are selected.
				</p>
			) : (
				<p>
					All <strong>{formatNumber(order.length)} loaded</strong> are selected.
				</p>
			)}
			<Button
				variant="quiet"
				size="tiny"
				onClick={() => dispatch({ type: state.wholeView ? 'selected-all' : 'selected-view', order })}
			>
				{state.wholeView ? `Only the ${formatNumber(order.length)} loaded` : `Select all ${total} in this view`}
			</Button>
		</div>
	)
}
