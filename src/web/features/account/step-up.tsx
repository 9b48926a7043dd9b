import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { isAuthError } from '#web/lib/auth-errors.ts'
import { errorHint } from '#web/lib/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProveIt } from './prove-it.tsx'

type Run = <Result>(work: () => Promise<Result>) => Promise<Result>
type Proof = 'factor' | 'proof'
type Refused = { proven: () => void; given: () => void }

const StepUpContext = createContext<Run | null>(null)

/**
 * Runs what the server may only let a freshly proven person do. When it refuses for that reason, a dialog asks for
 * the proof and the work goes on from where it was; nothing that was typed is lost. Who closes the dialog gets the
 * server's refusal.
 */
export function StepUp({ children }: { children: ReactNode }) {
	const [wants, setWants] = useState<Proof | null>(null)
	const refused = useRef<Refused[]>([])
	const proofs = useRef(0)
	const run = useCallback<Run>(async (work) => {
		const before = proofs.current
		try {
			return await work()
		} catch (error) {
			const wanted = wantedProof(error)
			if (!wanted) throw error
			// Where the proof was given while this was on its way, it is only asked again.
			if (proofs.current === before)
				await new Promise<void>((proven, given) => {
					refused.current.push({ proven, given: () => given(error) })
					setWants((now) => now ?? wanted)
				})
			return work()
		}
	}, [])
	/** One answer is for all that were refused meanwhile: none of them waits for a dialog that is gone. */
	const answer = (how: keyof Refused) => {
		if (how === 'proven') proofs.current += 1
		for (const one of refused.current.splice(0)) one[how]()
		setWants(null)
	}
	return (
		<StepUpContext value={run}>
			{children}
			<Dialog
				open={wants !== null}
				onOpenChange={(open) => open || answer('given')}
				title="Confirm that it is you"
			>
				{wants ? <ProveIt wants={wants} onProven={() => answer('proven')} /> : null}
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

function wantedProof(error: unknown): Proof | undefined {
	const hint = errorHint(error)
	if (isAuthError(error, 'insufficient_aal') || hint === 'second_factor') return 'factor'
	return hint === 'recent_proof' ? 'proof' : undefined
}
