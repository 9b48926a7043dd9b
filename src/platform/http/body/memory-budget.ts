/** Memory reserved by one sender. */
export type MemoryReservation = {
	/** Reserves more bytes. @returns false when the budget does not allow it */
	reserve(bytes: number): boolean
	/** Releases everything that was reserved. */
	release(): void
}

/**
 * Bounds the memory of unfinished requests, so that many large bodies cannot exhaust the server's. One network may
 * use a quarter.
 * @param totalLimit bytes of all networks together
 */
export function createMemoryBudget(totalLimit: number): (network: string) => MemoryReservation {
	const networkLimit = totalLimit / 4
	const byNetwork = new Map<string, number>()
	let all = 0
	return (network) => {
		let own = 0
		return {
			reserve(bytes) {
				const networkBytes = byNetwork.get(network) ?? 0
				if (all + bytes > totalLimit || networkBytes + bytes > networkLimit) return false
				own += bytes
				all += bytes
				byNetwork.set(network, networkBytes + bytes)
				return true
			},
			release() {
				if (own === 0) return
				const left = (byNetwork.get(network) ?? 0) - own
				if (left > 0) byNetwork.set(network, left)
				else byNetwork.delete(network)
				all -= own
				own = 0
			},
		}
	}
}
