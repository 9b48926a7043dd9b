import type { SolanaWallet } from '@supabase/supabase-js'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'

/** Signs in with this browser's wallet, which shows its own dialog. Throws the service's error. */
export async function signInWithWallet(wallet: SolanaWallet, captchaToken?: string): Promise<void> {
	const { auth } = await supabase
	const statement = `Sign in to Plaudit at ${window.location.host}.`
	const answer = await auth
		.signInWithWeb3({ chain: 'solana', wallet, statement, options: { captchaToken } })
		// Wallets throw many kinds of errors, nearly always because the person declined.
		.catch((error: unknown) => {
			console.warn('The wallet did not sign:', error)
			throw new Error('The wallet did not sign. Nothing has changed.')
		})
	throwIfError(answer)
}
