import { useState } from 'react'
import { AuthScreen } from '#web/features/sign-in/auth-layout.tsx'
import { verifiedFactors } from '#web/lib/auth/assurance-level.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { FactorChallenge } from '#web/ui/auth/factor-challenge.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/** After the first factor: asks for a second factor. */
export function SecondFactor() {
	const { session } = useAuth()
	return (
		<AuthScreen title="Second factor">
			<FactorChallenge factors={verifiedFactors(session)} others={<SwitchAccount />} />
		</AuthScreen>
	)
}

/** Ends this session only: a person with only the password must not end the others. */
function SwitchAccount() {
	const [problem, setProblem] = useState<string>()
	const leave = async () => {
		setProblem(undefined)
		try {
			throwIfError(await (await supabase).auth.signOut({ scope: 'local' }))
		} catch (error) {
			setProblem(authErrorMessage(error))
		}
	}
	return (
		<>
			<button type="button" className="ui-link auth-else" onClick={() => void leave()}>
				Sign in as someone else
			</button>
			{problem ? <Notice isError>{problem}</Notice> : null}
		</>
	)
}
