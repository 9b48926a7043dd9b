import type { SolanaWallet } from '@supabase/supabase-js'

type WindowWithWallets = {
	solana?: SolanaWallet
	phantom?: { solana?: SolanaWallet }
	solflare?: SolanaWallet
	backpack?: SolanaWallet
}

/** The Solana wallet that an extension injected into this page, if it can sign. */
export function solanaWallet(): SolanaWallet | undefined {
	const { phantom, solana, solflare, backpack } = window as unknown as WindowWithWallets
	return [phantom?.solana, solana, solflare, backpack].find(
		(wallet) => wallet && ('signIn' in wallet || 'signMessage' in wallet),
	)
}

/** Whether an extension injected an Ethereum wallet where the official client looks for it. */
export function hasEthereumWallet(): boolean {
	const { ethereum } = window as unknown as { ethereum?: { request?: unknown } }
	return typeof ethereum?.request === 'function'
}
