import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** A wallet with a fresh key and real signatures. */
export type EthereumWallet = {
	/** In the mixed-case form of EIP-55, as wallets write it. */
	address: string
	/** @returns r, s and a recovery id of 27 or 28, as `personal_sign` does */
	sign(text: string): Buffer
	/** The provider of `window.ethereum` (EIP-1193). */
	request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

export function openEthereumWallet(): EthereumWallet {
	const { secretKey } = secp256k1.keygen()
	const key = secp256k1.getPublicKey(secretKey, false)
	const address = withChecksum(Buffer.from(keccak_256(key.subarray(1)).subarray(-20)))
	const sign = (text: string) => {
		const length = Buffer.byteLength(text)
		const hash = keccak_256(Buffer.from(`\x19Ethereum Signed Message:\n${length}${text}`))
		const options = { prehash: false, format: 'recovered' } as const
		const [recovery = 0, ...rest] = secp256k1.sign(hash, secretKey, options)
		return Buffer.from([...rest, 27 + recovery])
	}
	return {
		address,
		sign,
		async request({ method, params = [] }) {
			if (method === 'eth_requestAccounts') return [address]
			if (method === 'eth_chainId') return '0xa'
			const text = Buffer.from(String(params[0]).slice(2), 'hex').toString()
			return `0x${sign(text).toString('hex')}`
		},
	}
}

function withChecksum(bytes: Buffer): string {
	const digits = bytes.toString('hex')
	const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
	const isCapital = (index: number) => Number.parseInt(hash[index] ?? '0', 16) >= 8
	return `0x${digits.replace(/[a-f]/g, (digit, index) => (isCapital(index) ? digit.toUpperCase() : digit))}`
}
