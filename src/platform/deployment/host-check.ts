import { isIP } from 'node:net'
import { isLocalAddress, isLoopbackName } from '#platform/http/request/local-address.ts'

/** Share of requests with the right host at which it is in use. */
const rightShare = 0.05
/** Votes for one wrong host, less those against it: at least four in five requests name it. */
const voteShare = 0.6

/**
 * Finds whether requests name one other host than SITE_URL. The majority vote of Boyer and Moore keeps one name, however many
 * strangers send: https://doi.org/10.1007/978-94-011-3488-0_5
 * @param siteName the host name of SITE_URL
 */
export function createHostCheck(siteName: string) {
	let all = 0
	let right = 0
	let candidate = ''
	let votes = 0

	function kindOf(name: string): 'right' | 'wrong' | 'ignored' {
		if (name === siteName || (isLoopbackName(siteName) && isLoopbackName(name))) return 'right'
		const address = name.replace(/^\[|\]$/g, '')
		// Scanners of the internet know the public address of a server, and not its name.
		return isIP(address) && !isLocalAddress(address) ? 'ignored' : 'wrong'
	}

	return {
		/** @param host a Host header */
		count(host: string): void {
			const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
			const kind = kindOf(name)
			if (kind === 'ignored') return
			all++
			if (kind === 'right') right++
			if (votes === 0 && kind === 'wrong') candidate = name
			votes += kind === 'wrong' && name === candidate ? 1 : votes > 0 ? -1 : 0
		},
		halve(): void {
			all >>= 1
			right >>= 1
			votes >>= 1
		},
		/** Whether nearly all of at least so many requests name one other host. */
		differs: (least: number) => all >= least && right <= all * rightShare && votes >= all * voteShare,
	}
}
