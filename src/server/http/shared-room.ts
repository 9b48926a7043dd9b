/** What one sender holds of memory that many share. */
export type Share = {
	/** Holds so many bytes more. @returns false when there is no room for them */
	take(bytes: number): boolean
	/** Gives back all that was taken: what was sent is whole, or refused. */
	leave(): void
}

/**
 * Bounds the memory of what still arrives: whoever sends a hundred pictures or large bodies at once, and none to its end, must
 * not take what the rest of the server lives on. One network may fill a quarter, so that others still find room.
 * @param most bytes of all
 */
export function createSharedRoom(most: number): (network: string) => Share {
	const mostOfOne = most / 4
	const byNetwork = new Map<string, number>()
	let all = 0
	return (network) => {
		let own = 0
		return {
			take(bytes) {
				const theirs = byNetwork.get(network) ?? 0
				if (all + bytes > most || theirs + bytes > mostOfOne) return false
				own += bytes
				all += bytes
				byNetwork.set(network, theirs + bytes)
				return true
			},
			leave() {
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
