import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { isAuthError } from '#web/lib/auth-errors.ts'
import { errorHint } from '#web/lib/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProveIt } from './prove-it.tsx'

type Run = <Result>(work: () => Promise<Result>) => Promise<Result>
type Waiting = {
	wants: 'factor' | 'proof'
	proven: () => void
	given: () => void
}

const StepUpContext = createContext<Run | null>(null)

/**
 * Runs what the server may only let a freshly proven person do. When it refuses for that reason, a dialog asks for
 * the proof and the work goes on from where it was; nothing that was typed is lost. Who closes the dialog gets the
 * server's refusal.
 */
export function StepUp({ children }: { children: ReactNode }) {
	const [waiting, setWaiting] = useState<Waiting | null>(null)
	const isProven = useRef(false)
	const run = useCallback<Run>(async (work) => {
		try {
			return await work()
		} catch (error) {
			const wants = wantedProof(error)
			if (!wants) throw error
			isProven.current = false
			await new Promise<void>((proven, given) =>
				setWaiting({ wants, proven, given: () => given(error) }),
			)
			return work()
		}
	}, [])
	const close = () => {
		if (!isProven.current) waiting?.given()
		setWaiting(null)
	}
	return (
		<StepUpContext value={run}>
			{children}
			<Dialog
				open={waiting !== null}
				onOpenChange={(open) => open || close()}
				title="Confirm that it is you"
			>
				{waiting ? (
					<ProveIt
						wants={waiting.wants}
						onProven={() => {
							isProven.current = true
							waiting.proven()
							setWaiting(null)
						}}
					/>
				) : null}
			</Dialog>
		</StepUpContext>
	)
}

/** `const confirmed = useStepUp(); await confirmed(() => work)`; only below StepUp. */
export function useStepUp(): Run {
	const run = useContext(StepUpContext)
	if (!run) throw new Error('useStepUp needs a StepUp around it.')
	return run
}

function wantedProof(error: unknown): Waiting['wants'] | undefined {
	const hint = errorHint(error)
	if (isAuthError(error, 'insufficient_aal') || hint === 'second_factor') return 'factor'
	return hint === 'recent_proof' ? 'proof' : undefined
}
