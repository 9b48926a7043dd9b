import { useState } from 'react'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'

/**
 * Runs actions outside a form. `busy` has the names of those in flight; `problem` is the error of the last one that
 * failed, until the next begins.
 * @param report shows each error elsewhere, such as in a toast
 */
export function useAttempt<Action extends string>(report?: (message: string) => void) {
	const [busy, setBusy] = useState<ReadonlySet<Action>>(new Set())
	const [problem, setProblem] = useState<string>()
	const attempt = async (action: Action, work: () => Promise<void>) => {
		setBusy((others) => new Set(others).add(action))
		setProblem(undefined)
		try {
			await work()
		} catch (error) {
			const message = authErrorMessage(error)
			if (report) report(message)
			else setProblem(message)
		} finally {
			setBusy((all) => new Set([...all].filter((one) => one !== action)))
		}
	}
	return { busy, problem, attempt }
}
