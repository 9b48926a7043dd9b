import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'

/** Signs in with a passkey that the person picks in the browser's own window. */
export async function signInWithPasskey(captchaToken?: string): Promise<void> {
	check(await (await supabase).auth.signInWithPasskey({ options: { captchaToken } }))
}

/** Lets the browser suggest passkeys where an address is typed; signs in when one is picked, however late. */
export async function offerPasskeys(signal: AbortSignal): Promise<void> {
	const { auth } = await supabase
	const { error } = await auth.signInWithPasskey({ options: { mediation: 'conditional', signal } })
	// Nobody picked one, or the other button was pressed: that is no problem to speak of.
	if (error && !('__isWebAuthnError' in error)) throw error
}
