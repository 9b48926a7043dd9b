import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useStepUp } from './step-up/step-up.tsx'
import { useAttempt } from './use-attempt.ts'

/**
 * A passkey, factor or identity with its details, and a button to remove it after confirmation.
 * @param props.action label of the action, such as "Remove"; `remove` performs it, with its auth calls wrapped in
 * `withStepUp`, and returns the message to show; without `remove` there is no button
 */
export function RemovableRow(props: {
	icon: ReactNode
	name: string
	details: ReactNode
	action: 'Remove' | 'Unlink'
	question: ReactNode
	outcome: string
	remove: ((withStepUp: ReturnType<typeof useStepUp>) => Promise<string>) | undefined
}) {
	const { icon, name, details, action, remove } = props
	const withStepUp = useStepUp()
	const [asking, setAsking] = useState(false)
	const { busy, attempt } = useAttempt<'remove'>(toast)
	const act = async () => {
		await attempt('remove', async () => void toast(await remove?.(withStepUp)))
		setAsking(false)
	}
	return (
		<li className="ui-line">
			{icon}
			<div>
				<p>
					<strong>
						<bdi>{name}</bdi>
					</strong>
				</p>
				<p className="ui-quiet ui-small">{details}</p>
			</div>
			{remove ? (
				<Button size="tiny" busy={busy.has('remove')} onClick={() => setAsking(true)}>
					{action}
				</Button>
			) : null}
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title={props.question}
				description={props.outcome}
				confirm={action}
				busy={busy.has('remove')}
				onConfirm={() => void act()}
			/>
		</li>
	)
}
