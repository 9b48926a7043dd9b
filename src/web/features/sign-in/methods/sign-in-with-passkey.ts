import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'

/** Signs in with a passkey chosen in the browser's own dialog. */
export async function signInWithPasskey(captchaToken?: string): Promise<void> {
	throwIfError(await (await supabase).auth.signInWithPasskey({ options: { captchaToken } }))
}

/** Conditional mediation: the browser suggests passkeys in the address field; choosing one signs in. */
export async function startPasskeyAutofill(signal: AbortSignal): Promise<void> {
	const { auth } = await supabase
	const { error } = await auth.signInWithPasskey({ options: { mediation: 'conditional', signal } })
	// Cancelled, or superseded by the button: not an error.
	if (error && !('__isWebAuthnError' in error)) throw error
}
