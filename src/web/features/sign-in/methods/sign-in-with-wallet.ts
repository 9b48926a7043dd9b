import type { Web3Credentials } from '@supabase/supabase-js'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { solanaWallet } from './wallets.ts'

/** Signs in with this browser's wallet, which shows its own dialog. Throws the service's error. */
export async function signInWithWallet(chain: 'solana' | 'ethereum', captchaToken?: string): Promise<void> {
	const { auth } = await supabase
	const answer = await auth
		.signInWithWeb3(request(chain, captchaToken))
		// Wallets throw many kinds of errors, nearly always because the person declined.
		.catch((error: unknown) => {
			console.warn('The wallet did not sign:', error)
			throw new Error('The wallet did not sign. Nothing has changed.')
		})
	throwIfError(answer)
}

function request(chain: 'solana' | 'ethereum', captchaToken?: string): Web3Credentials {
	const statement = `Sign in to Plaudit at ${window.location.host}.`
	const options = { captchaToken }
	// The client finds an Ethereum wallet by itself.
	if (chain === 'ethereum') return { chain, statement, options }
	const wallet = solanaWallet()
	if (!wallet) throw new Error('There is no Solana wallet in this browser.')
	return { chain, statement, options, wallet }
}
