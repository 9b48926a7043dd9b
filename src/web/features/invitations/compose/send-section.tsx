import { Send } from 'lucide-react'
import { limitText, sendableNow } from '#web/features/invitations/queue-forecast.ts'
import type { RowState } from '#web/features/invitations/recipients/check-recipients.ts'
import { useInvitationProgress } from '#web/features/invitations/use-invitation-progress.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { useSendInvitations } from './use-send-invitations.ts'

/** The button that sends, with the number, and what stands against it. */
export function SendSection({
	counts,
	sending,
	isSaved,
	onSend,
}: {
	counts: Record<RowState['kind'], number>
	sending: ReturnType<typeof useSendInvitations>
	isSaved: boolean
	onSend: () => void
}) {
	return (
		<section className="invite-part" aria-label="Send">
			<Limits wanted={counts.send} />
			{sending.error ? (
				<Notice isError>
					<p>{errorMessage(sending.error)}</p>
					<p>Your list and your words are still here. Sending again asks no one twice.</p>
				</Notice>
			) : null}
			<div className="invite-acts">
				<Button variant="primary" busy={sending.isPending} disabled={counts.send === 0} onClick={onSend}>
					<Send size={16} aria-hidden="true" />
					{counts.send === 0 ? 'Send invitations' : `Send ${formatCount(counts.send, 'invitation')}`}
				</Button>
				<span className="ui-small ui-quiet" role="status">
					{hint(counts, isSaved)}
				</span>
			</div>
		</section>
	)
}

function hint({ send, bad }: Record<RowState['kind'], number>, isSaved: boolean): string {
	if (send === 0 && bad === 0) return 'Add at least one person above.'
	if (bad > 0) return `${formatCount(bad, 'row needs', 'rows need')} mending and will not be sent.`
	return isSaved ? 'Kept as a draft in this browser' : ''
}

/** The operator's limits, when the list does not fit into what is left of them. */
function Limits({ wanted }: { wanted: number }) {
	const { space } = useSpace()
	const { data } = useInvitationProgress(space.id)
	if (!data || (data.hourly === null && data.daily === null)) return null
	const left = Math.max(0, sendableNow(data) - (data.states.queued ?? 0))
	return (
		<p className="ui-small ui-quiet">
			This server sends at most {limitText(data)} for this space. {formatNumber(data.sent_today)} went out today
			{roomText(wanted, left)}.
		</p>
	)
}

function roomText(wanted: number, left: number): string {
	if (wanted === 0) return ''
	if (wanted > left) return `: ${formatNumber(left)} can go out now, the rest follows by itself`
	return `, so there is room for ${wanted === 1 ? 'this one' : 'all of these'}`
}
