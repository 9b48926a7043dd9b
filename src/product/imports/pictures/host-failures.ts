/** Seconds before each further try. After the last one a picture, or a host, is given up. */
export const pauses = [5, 30, 120, 600]
/** Failures one after the other from which a host rests as a whole. */
const patience = 5

/** Counts the pictures of each host that failed one after the other, so that a server which is away costs minutes and not hours. */
export function createHostFailures() {
	const hosts = new Map<string, { count: number; reason: string }>()
	return {
		/** A picture was answered, or refused for a reason of its own. */
		forget: (url: string) => hosts.delete(hostOf(url)),
		/** @returns seconds for which its other pictures wait too; undefined while it is only this one */
		note(url: string, reason: string): number | undefined {
			const count = (hosts.get(hostOf(url))?.count ?? 0) + 1
			hosts.set(hostOf(url), { count, reason })
			return count < patience ? undefined : pauses[Math.min(count - patience, pauses.length - 1)]
		},
		/** The last failure of a host that is given up. */
		givenUp(url: string): string | undefined {
			const { count = 0, reason } = hosts.get(hostOf(url)) ?? {}
			return count >= patience + pauses.length ? reason : undefined
		},
	}
}

export type HostFailures = ReturnType<typeof createHostFailures>

/** As private.postpone_import_picture reads it. */
const hostOf = (url: string) => (url.split('/')[2] ?? '').toLowerCase()
