import { useState } from 'react'
import { toast } from 'sonner'
import type { WebhookRow } from '#shared/rows.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatDate, formatTime } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { type SecretEnd, useEndSecret } from './use-webhooks.ts'

/** Milliseconds for which both secrets sign. */
export const overlapMilliseconds = 24 * 3_600_000

const questions: Record<SecretEnd, { title: string; description: string; confirm: string; done: string }> = {
	end_former_webhook_secret: {
		title: 'End the old secret now?',
		description:
			'Each call is signed with the new one alone from now on. An address that still checks with the old one refuses them.',
		confirm: 'End the old one',
		done: 'The old secret has ended',
	},
	restore_webhook_secret: {
		title: 'Take the new secret back?',
		description:
			'The old one signs alone again, and the new one stops at once. An address that checks with the new one already refuses them.',
		confirm: 'Take it back',
		done: 'The old secret signs alone again',
	},
}

/** The 24 hours after a change, in which each call has two signatures, and two ways to end them now. */
export function SecretOverlap({
	webhook,
	until,
	canEdit,
	onRestored,
}: {
	webhook: WebhookRow
	/** When they end by themselves, in milliseconds. */
	until: number
	canEdit: boolean
	onRestored: () => void
}) {
	const [asked, setAsked] = useState<SecretEnd>()
	const end = useEndSecret(webhook)
	const time = `${formatDate(until)}, ${formatTime(until)}`
	const passed = Math.round(100 * (1 - (until - Date.now()) / overlapMilliseconds))
	const close = () => {
		setAsked(undefined)
		end.reset()
	}
	const confirm = (way: SecretEnd) =>
		end.mutate(way, {
			onSuccess: () => {
				toast(questions[way].done)
				close()
				if (way === 'restore_webhook_secret') onRestored()
			},
		})
	return (
		<div className="hooks-overlap">
			<p>
				<strong>Both secrets count until {time}.</strong>{' '}
				<span className="ui-quiet">
					Every call carries two signatures till then, so that none is refused while you change it.
				</span>
			</p>
			<div
				className="hooks-lanes"
				role="img"
				aria-label={`The old secret signs until ${time}, the new one from the change on. ${passed} percent of the time have passed`}
			>
				<span>Old</span>
				<i className="hooks-old" />
				<span>New</span>
				<i className="hooks-current" />
				<span />
				<small>
					<span>changed</span>
					<span>{time}</span>
				</small>
			</div>
			{canEdit ? (
				<div className="ui-buttons">
					<Button onClick={() => setAsked('end_former_webhook_secret')}>End the old one now</Button>
					<Button variant="quiet" onClick={() => setAsked('restore_webhook_secret')}>
						Take the new one back
					</Button>
				</div>
			) : null}
			{asked ? (
				<ConfirmDialog
					open
					onOpenChange={close}
					title={questions[asked].title}
					description={questions[asked].description}
					confirm={questions[asked].confirm}
					busy={end.isPending}
					onConfirm={() => confirm(asked)}
				>
					{end.error ? (
						<p className="ui-error" role="alert">
							{errorMessage(end.error)}
						</p>
					) : null}
				</ConfirmDialog>
			) : null}
		</div>
	)
}
