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

/** Whether an extension put an Ethereum wallet into this page, where the official client looks for it. */
export function hasEthereumWallet(): boolean {
	const { ethereum } = window as unknown as { ethereum?: { request?: unknown } }
	return typeof ethereum?.request === 'function'
}
