import type { SolanaWallet } from '@supabase/supabase-js'

type Host = {
	solana?: SolanaWallet
	phantom?: { solana?: SolanaWallet }
	solflare?: SolanaWallet
	backpack?: SolanaWallet
}

/** The Solana wallet that an extension put into this page, if there is one that can sign. */
export function solanaWallet(): SolanaWallet | undefined {
	const { phantom, solana, solflare, backpack } = window as unknown as Host
	return [phantom?.solana, solana, solflare, backpack].find(
		(wallet) => wallet && ('signIn' in wallet || 'signMessage' in wallet),
	)
}
