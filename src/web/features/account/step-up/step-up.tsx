import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { isAuthError } from '#web/lib/auth/auth-errors.ts'
import { errorHint } from '#web/lib/client/errors.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Reauthentication } from './reauthentication.tsx'

type RunWithStepUp = <Result>(work: () => Promise<Result>) => Promise<Result>
type RequiredProof = 'factor' | 'proof'
type PendingRequest = { resolve: () => void; reject: () => void }

const StepUpContext = createContext<RunWithStepUp | null>(null)

/**
 * Retries actions that require recent authentication. On refusal a dialog reauthenticates and the action continues
 * with its input; closing the dialog returns the server's refusal.
 */
export function StepUpProvider({ children }: { children: ReactNode }) {
	const [required, setRequired] = useState<RequiredProof | null>(null)
	const pending = useRef<PendingRequest[]>([])
	const proofCount = useRef(0)
	const run = useCallback<RunWithStepUp>(async (work) => {
		const before = proofCount.current
		try {
			return await work()
		} catch (error) {
			const wanted = requiredProof(error)
			if (!wanted) throw error
			// The session was raised while this request was in flight: a retry is enough.
			if (proofCount.current === before)
				await new Promise<void>((resolve, reject) => {
					pending.current.push({ resolve, reject: () => reject(error) })
					setRequired((now) => now ?? wanted)
				})
			return work()
		}
	}, [])
	/** One reauthentication settles all requests that were refused meanwhile, so none waits on a closed dialog. */
	const settle = (how: keyof PendingRequest) => {
		if (how === 'resolve') proofCount.current += 1
		for (const one of pending.current.splice(0)) one[how]()
		setRequired(null)
	}
	return (
		<StepUpContext value={run}>
			{children}
			<Dialog open={required !== null} onOpenChange={(open) => open || settle('reject')} title="Confirm that it is you">
				{required ? <Reauthentication required={required} onVerified={() => settle('resolve')} /> : null}
			</Dialog>
		</StepUpContext>
	)
}

/** `const confirmed = useStepUp(); await confirmed(() => work)`; only below StepUpProvider. */
export function useStepUp(): RunWithStepUp {
	const run = useContext(StepUpContext)
	if (!run) throw new Error('useStepUp needs a StepUp around it.')
	return run
}

function requiredProof(error: unknown): RequiredProof | undefined {
	const hint = errorHint(error)
	if (isAuthError(error, 'insufficient_aal') || hint === 'second_factor') return 'factor'
	return hint === 'recent_proof' || isAuthError(error, 'reauthentication_needed') ? 'proof' : undefined
}
