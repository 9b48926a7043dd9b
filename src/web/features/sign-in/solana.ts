import { check } from '#web/lib/errors.ts'
import { supabase } from '#web/lib/supabase.ts'
import { solanaWallet } from './solana-wallet.ts'

/** Signs in with the wallet of this browser, which shows its own window. Throws what it or the service says. */
export async function signInWithSolana(captchaToken?: string): Promise<void> {
	const wallet = solanaWallet()
	if (!wallet) throw new Error('There is no Solana wallet in this browser.')
	const { host } = window.location
	check(
		await (await supabase).auth.signInWithWeb3({
			chain: 'solana',
			wallet,
			options: { captchaToken },
			statement: `Sign in to Plaudit at ${host}.`,
		}),
	)
}
