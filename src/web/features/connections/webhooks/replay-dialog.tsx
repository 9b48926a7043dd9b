import { useState } from 'react'
import { toast } from 'sonner'
import type { WebhookRow } from '#shared/rows.ts'
import type { ReplayCounts } from '#shared/webhooks.ts'
import { dayFromNow } from '#web/features/connections/keys/key-end.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioList } from '#web/ui/fields/choice.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { momentOf, spanOf } from './moment.ts'
import { MomentField } from './moment-field.tsx'
import { useReplayCounts } from './use-deliveries.ts'
import { useChangeWebhook, useReplay } from './use-webhooks.ts'

type Which = 'undelivered' | 'all'

/** Most deliveries of one replay; private.replay_webhook refuses more. */
const maxReplayed = 10_000

/** Sends the deliveries of a span again, whose number is said before; a paused webhook is resumed by it. */
export function ReplayDialog({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
	const replay = useReplay(webhook)
	const change = useChangeWebhook(webhook)
	const [from, setFrom] = useState(() => momentOf(new Date(Date.now() - 2 * 86_400_000)))
	const [to, setTo] = useState(() => momentOf(new Date()))
	const [which, setWhich] = useState<Which>('undelivered')
	const span = spanOf(from, to)
	const counts = useReplayCounts(webhook, span)
	const sent = counts.data?.[which]
	const gone = counts.data?.[`${which}_gone`] ?? 0
	const isTooMuch = (sent ?? 0) + gone > maxReplayed
	const error = replay.error?.message ?? (change.error && errorMessage(change.error))
	const send = async () => {
		if (!span) return
		await replay.mutateAsync({ id: webhook.id, ...span, undelivered: which === 'undelivered' })
		if (!webhook.is_active) await change.mutateAsync({ is_active: true })
		toast('They are being sent again')
		onClose()
	}
	const bounds = { min: dayFromNow(-30), max: dayFromNow(0) }
	const number = sent === undefined ? '' : ` ${formatNumber(sent)}`
	return (
		<Dialog open onOpenChange={onClose} title="Send a period again">
			<div className="ui-two">
				<MomentField label="From" value={from} {...bounds} onChange={setFrom} />
				<MomentField label="Until" value={to} {...bounds} onChange={setTo} />
			</div>
			<RadioList label="Which" value={which} options={choices(counts.data)} onChange={setWhich} />
			<p className="hooks-note" role="status">
				{span ? <ReplayText sent={sent} gone={gone} isTooMuch={isTooMuch} kind={webhook.kind} /> : 'This is no period.'}
			</p>
			{(error ?? (counts.error && errorMessage(counts.error))) ? (
				<p className="ui-error" role="alert">
					{error ?? errorMessage(counts.error)}
				</p>
			) : null}
			<DialogFooter>
				<span className="ui-small ui-quiet hooks-foot-note">
					In their order.{webhook.is_active ? '' : ' The webhook is paused: this resumes it, with all that waits.'}
				</span>
				<Button onClick={onClose}>Cancel</Button>
				<Button
					variant="primary"
					busy={replay.isPending || change.isPending}
					disabled={!span || sent === 0 || isTooMuch}
					onClick={() => void send().catch(() => {})}
				>
					{webhook.is_active ? `Send${number} again` : `Resume and send${number}`}
				</Button>
			</DialogFooter>
		</Dialog>
	)
}

const choices = (counts: ReplayCounts | undefined) => {
	const label = (words: string, which: Which) =>
		counts ? `${words}, ${formatNumber(counts[which] + counts[`${which}_gone`])}` : words
	return [
		{
			value: 'undelivered',
			label: label('Only those not delivered', 'undelivered'),
			text: 'What the address never got',
		},
		{ value: 'all', label: label('All', 'all'), text: 'Also the delivered ones, under the same webhook-id' },
	] as const
}

/** The number that is sent, and why others are left out. */
function ReplayText({
	sent,
	gone,
	isTooMuch,
	kind,
}: {
	sent: number | undefined
	gone: number
	isTooMuch: boolean
	kind: WebhookRow['kind']
}) {
	if (sent === undefined) return 'They are being counted.'
	if (isTooMuch) return `At most ${formatNumber(maxReplayed)} are sent again at once. Choose a shorter period.`
	const cause = kind === 'standard' ? 'withdrawn or erased' : 'withdrawn, erased, or marked as possible spam'
	return (
		<>
			<strong>{sent === 0 ? 'None will be sent.' : `${formatNumber(sent)} will be sent.`}</strong>
			{gone > 0
				? ` ${formatNumber(gone)} ${gone === 1 ? 'is' : 'are'} left out: what ${gone === 1 ? 'it is' : 'they are'} about was ${cause}.`
				: null}
		</>
	)
}
