import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useStepUp } from './step-up.tsx'

/**
 * A passkey, factor or identity with what is known of it, and the way to take it away, once that is confirmed.
 * @param props.word what is done with it: "Remove"; `remove` does it, its calls to the auth service wrapped in
 * `confirmed`, and answers what to say then; without `remove` it stays
 */
export function RemovableRow(props: {
	icon: ReactNode
	name: string
	facts: ReactNode
	word: 'Remove' | 'Unlink'
	question: ReactNode
	outcome: string
	remove: ((confirmed: ReturnType<typeof useStepUp>) => Promise<string>) | undefined
}) {
	const { icon, name, facts, word, remove } = props
	const confirmed = useStepUp()
	const [asking, setAsking] = useState(false)
	const [busy, setBusy] = useState(false)
	const act = async () => {
		setBusy(true)
		try {
			toast(await remove?.(confirmed))
		} catch (error) {
			toast(sayAuthError(error))
		} finally {
			setBusy(false)
			setAsking(false)
		}
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
				<p className="ui-quiet ui-small">{facts}</p>
			</div>
			{remove ? (
				<Button size="tiny" busy={busy} onClick={() => setAsking(true)}>
					{word}
				</Button>
			) : null}
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title={props.question}
				description={props.outcome}
				confirm={word}
				busy={busy}
				onConfirm={() => void act()}
			/>
		</li>
	)
}
