import { toast } from 'sonner'
import type { WebhookDeliveryRow, WebhookRow } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { formatRelative, formatTime } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { TestButton } from './test-button.tsx'
import { Tries } from './tries.tsx'
import type { DeliverySummary } from './use-deliveries.ts'
import { useChangeWebhook, useReplay } from './use-webhooks.ts'
import { tryTimes } from './webhook-words.ts'

const answerOf = ({ status }: WebhookDeliveryRow) => (status === null ? 'No answer' : `Answer ${status}`)

/** A paused webhook: the cause in the address's own words, and three steps that end in its resumption. */
export function Paused({
	webhook,
	trouble,
	resumed,
	canEdit,
}: {
	webhook: WebhookRow
	trouble: WebhookDeliveryRow
	resumed: number
	canEdit: boolean
}) {
	const resume = useChangeWebhook(webhook)
	const at = trouble.done_at ?? trouble.created_at
	return (
		<section className="hooks-remedy" role="status">
			<div>
				<h2>{answerOf(trouble)}, nine times in 24 hours</h2>
				<p>
					So we stopped {formatRelative(at)} and wrote to the owners. {formatCount(resumed, 'event')}{' '}
					{resumed === 1 ? 'waits' : 'wait'} here, kept for 30 days; no testimonial is lost.
				</p>
			</div>
			<Tries
				done={tryTimes.length}
				first={formatRelative(trouble.happened_at, 'sentence')}
				last={`paused ${formatRelative(at)}`}
			/>
			<ol>
				<li>
					<p>
						Make the address answer with 200 to 299 within 10 seconds.
						{trouble.answer ? (
							<>
								{' '}
								It said: <q className="ui-mono">{trouble.answer.slice(0, 200)}</q>
							</>
						) : null}
					</p>
				</li>
				<li>
					<p>See whether it does.</p>
					{canEdit ? <TestButton webhook={webhook} /> : null}
				</li>
				<li>
					<p>Let it go on. {resumed === 1 ? 'The one is' : `The ${formatNumber(resumed)} are`} sent in their order.</p>
					{canEdit ? (
						<Button
							variant="primary"
							busy={resume.isPending}
							onClick={() =>
								resume.mutate(
									{ is_active: true },
									{ onSuccess: () => void toast('Resumed. What waited is being sent') },
								)
							}
						>
							Resume and send {formatNumber(resumed)}
						</Button>
					) : (
						<p className="ui-small">An editor resumes it.</p>
					)}
					{resume.error ? <p className="ui-error">{errorMessage(resume.error)}</p> : null}
				</li>
			</ol>
		</section>
	)
}

/** A webhook whose address does not answer at present; it is tried again by itself. */
export function Failing({
	webhook,
	summary: { waiting },
	trouble,
	canEdit,
}: {
	webhook: WebhookRow
	summary: DeliverySummary
	trouble: WebhookDeliveryRow
	canEdit: boolean
}) {
	const replay = useReplay(webhook)
	const next = trouble.next_at ? formatTime(trouble.next_at) : undefined
	return (
		<section className="hooks-remedy hooks-waiting" role="status">
			<div>
				<h2>
					{answerOf(trouble)} since {formatTime(trouble.happened_at)}
					{next ? `, next try at ${next}` : ''}
				</h2>
				<p>
					{formatNumber(trouble.attempt)} of 9 tries failed. If the last one fails too, we pause and write to the
					owners. Nothing is lost.
				</p>
			</div>
			<Tries
				done={trouble.attempt}
				first={formatTime(trouble.happened_at)}
				{...(next ? { next: `at ${next}` } : {})}
				last="then paused"
			/>
			<div className="ui-buttons">
				{canEdit ? (
					<Button busy={replay.isPending} onClick={() => replay.mutate({ delivery: trouble.id })}>
						Try now
					</Button>
				) : null}
				<span className="ui-small ui-quiet">
					{formatCount(waiting, 'event')} {waiting === 1 ? 'waits' : 'wait'}. Later ones for the same testimonial wait
					behind it.
				</span>
			</div>
			{replay.error ? <p className="ui-error">{replay.error.message}</p> : null}
		</section>
	)
}
