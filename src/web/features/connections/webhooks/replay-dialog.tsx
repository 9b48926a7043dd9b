import { useState } from 'react'
import { toast } from 'sonner'
import type { WebhookRow } from '#shared/rows.ts'
import { dayFromNow } from '#web/features/connections/keys/key-end.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { RadioList } from '#web/ui/fields/choice.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useChangeWebhook, useReplay } from './use-webhooks.ts'

type Which = 'undelivered' | 'all'

const choices = [
	{ value: 'undelivered', label: 'Only those not delivered', text: 'What the address never got' },
	{ value: 'all', label: 'All', text: 'Also the delivered ones, under the same webhook-id' },
] as const

/** Sends the deliveries of some days again; a paused webhook is resumed by it. */
export function ReplayDialog({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
	const replay = useReplay(webhook)
	const change = useChangeWebhook(webhook)
	const [from, setFrom] = useState(() => dayFromNow(-2))
	const [to, setTo] = useState(() => dayFromNow(0))
	const [which, setWhich] = useState<Which>('undelivered')
	const error = replay.error?.message ?? (change.error && errorMessage(change.error))
	const send = async () => {
		const span = { from: new Date(`${from}T00:00`).toISOString(), to: new Date(`${to}T23:59:59.999`).toISOString() }
		await replay.mutateAsync({ id: webhook.id, ...span, undelivered: which === 'undelivered' })
		if (!webhook.is_active) await change.mutateAsync({ is_active: true })
		toast('They are being sent again')
		onClose()
	}
	return (
		<Dialog open onOpenChange={onClose} title="Send a period again">
			<div className="ui-two">
				<DateField label="From" value={from} min={dayFromNow(-30)} max={to || dayFromNow(0)} onChange={setFrom} />
				<DateField label="Until, the whole day" value={to} min={from} max={dayFromNow(0)} onChange={setTo} />
			</div>
			<RadioList label="Which" value={which} options={choices} onChange={setWhich} />
			<p className="hooks-note">
				The content of a withdrawn or erased testimonial is not sent again, only that it is gone.
			</p>
			{error ? (
				<p className="ui-error" role="alert">
					{error}
				</p>
			) : null}
			<DialogFooter>
				<span className="ui-small ui-quiet hooks-foot-note">
					In their order.{webhook.is_active ? '' : ' The webhook is paused: this resumes it.'}
				</span>
				<Button onClick={onClose}>Cancel</Button>
				<Button
					variant="primary"
					busy={replay.isPending || change.isPending}
					disabled={from === '' || to === '' || from > to}
					onClick={() => void send().catch(() => {})}
				>
					{webhook.is_active ? 'Send again' : 'Resume and send'}
				</Button>
			</DialogFooter>
		</Dialog>
	)
}
