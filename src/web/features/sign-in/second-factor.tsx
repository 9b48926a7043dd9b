import { useState } from 'react'
import { verifiedFactors } from '#web/lib/assurance.ts'
import { useAuth } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { FactorChallenge } from '#web/ui/factor-challenge.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** After the first factor, and before anything else: one of the second factors. */
export function SecondFactor() {
	const { session } = useAuth()
	return (
		<section>
			<h1 tabIndex={-1}>Second factor</h1>
			<FactorChallenge factors={verifiedFactors(session)} others={<SomeoneElse />} />
		</section>
	)
}

/** Ends this session only: whoever knows no more than a password must not end the others. */
function SomeoneElse() {
	const [problem, setProblem] = useState<string>()
	const leave = async () => {
		setProblem(undefined)
		try {
			check(await (await supabase).auth.signOut({ scope: 'local' }))
		} catch (error) {
			setProblem(sayAuthError(error))
		}
	}
	return (
		<>
			<button type="button" className="ui-link auth-else" onClick={() => void leave()}>
				Sign in as someone else
			</button>
			{problem ? <Notice bad>{problem}</Notice> : null}
		</>
	)
}
