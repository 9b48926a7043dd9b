import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { solanaWallet } from './solana-wallet.ts'

/** Signs in with the wallet of this browser, which shows its own window. Throws what the service says, in its words. */
export async function signInWithSolana(captchaToken?: string): Promise<void> {
	const wallet = solanaWallet()
	if (!wallet) throw new Error('There is no Solana wallet in this browser.')
	const { auth } = await supabase
	const answer = await auth
		.signInWithWeb3({
			chain: 'solana',
			wallet,
			options: { captchaToken },
			statement: `Sign in to Plaudit at ${window.location.host}.`,
		})
		// Wallets throw in as many ways as there are wallets, nearly always because their owner said no.
		.catch((error: unknown) => {
			console.warn('The wallet did not sign:', error)
			throw new Error('The wallet did not sign. Nothing has changed.')
		})
	check(answer)
}
