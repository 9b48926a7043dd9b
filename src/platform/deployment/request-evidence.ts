import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '#platform/config/config.ts'
import { createClientAddress, createTrustCheck } from '#platform/http/request/client-address.ts'
import { clientNetwork, clientSite } from '#platform/http/request/client-network.ts'
import { isLocalAddress, isLoopbackName } from '#platform/http/request/local-address.ts'
import type { FindingCode } from './findings.ts'

export type Observed = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/** Fewer requests prove nothing. */
const leastRequests = 50
/** Share of the requests that must show a fault: a stranger who forges headers is seldom nine in ten. */
const neededShare = 0.9
/** All counts are halved at this number, so that they tell of the recent requests. */
const longestWindow = 512
/** Sampling of later requests: one in this many is counted. A power of two. */
const sampling = 32
/** A CDN has many addresses, and one stranger has one network. */
const leastNetworks = 3
/** Probes and scrapes come from the machine itself, past the proxy. */
const machinePaths = new Set(['/health', '/ready', '/metrics'])

/**
 * Counts what the headers of requests say about the proxies in front of this server. It holds a few numbers and no address of a
 * visitor, and nothing but the text of findings depends on it, as anybody may send such headers.
 * @param changed is called with all present findings when they change
 */
export function createRequestEvidence(
	{ SITE_URL, TRUSTED_PROXIES }: Pick<Config, 'SITE_URL' | 'TRUSTED_PROXIES'>,
	changed: (codes: readonly FindingCode[]) => void,
) {
	const { protocol, hostname } = new URL(SITE_URL)
	const isSecureSite = protocol === 'https:' && !isLoopbackName(hostname)
	const isTrusted = createTrustCheck(TRUSTED_PROXIES)
	const clientAddress = createClientAddress(TRUSTED_PROXIES)
	const hosts = createHostCheck(hostname)
	const networks = new Set<string>()
	const counts = { all: 0, untrusted: 0, hiding: 0, cdn: 0, secure: 0, plain: 0 }
	let lastPeer = ''
	let peerKind: 'trusted' | 'private' | 'public' = 'private'
	let skipped = 0
	let isSampled = false
	let present: FindingCode[] = []

	function readPeer(peer: string): void {
		if (peer === lastPeer) return
		lastPeer = peer
		peerKind = isTrusted(peer) ? 'trusted' : isLocalAddress(peer) ? 'private' : 'public'
	}

	function hasManyNetworks(): boolean {
		if (networks.size < leastNetworks) networks.add(clientSite(lastPeer) ?? clientNetwork(lastPeer))
		return networks.size >= leastNetworks
	}

	function countProxy(headers: IncomingMessage['headers']): void {
		const forwardedFor = headers['x-forwarded-for'] as string | undefined
		const cdn = headers['cf-connecting-ip'] ?? headers['true-client-ip'] ?? headers['fastly-client-ip']
		if (peerKind === 'trusted') {
			if (forwardedFor === undefined) counts.hiding++
			else if (cdn !== undefined && clientAddress(lastPeer, forwardedFor) !== clientAddress(cdn as string, undefined))
				counts.cdn++
			return
		}
		const isRelayed = (forwardedFor ?? headers.forwarded ?? headers['x-real-ip'] ?? cdn) !== undefined
		if (isRelayed) {
			if (peerKind === 'private' || hasManyNetworks()) counts.untrusted++
		} else if (peerKind === 'private' && isSecureSite) counts.hiding++
	}

	function countScheme(scheme: string | string[] | undefined): void {
		if (scheme === undefined || peerKind === 'public') return
		if (scheme.toString().startsWith('https')) counts.secure++
		else counts.plain++
	}

	function find(): FindingCode[] {
		const needed = counts.all * neededShare
		const shown: [code: FindingCode, isShown: boolean][] = [
			['proxy_not_trusted', counts.untrusted >= needed],
			['proxy_hides_visitors', counts.hiding >= needed],
			['cdn_not_trusted', counts.cdn >= needed],
			['host_differs', hosts.differs(leastRequests)],
			['site_url_http', protocol === 'http:' && counts.secure >= needed],
			['visits_by_http', isSecureSite && counts.plain >= needed],
		]
		return shown.flatMap(([code, isShown]) => (isShown ? [code] : []))
	}

	function update(): void {
		const found = find()
		if (found.join() === present.join()) return
		present = found
		changed(found)
	}

	return {
		/** Called for each answer. @param path the pattern of its route */
		observe({ headers, socket }: Observed, path: string, status: number): void {
			if (isSampled && (++skipped & (sampling - 1)) !== 0) return
			const peer = socket.remoteAddress
			if (peer === undefined || machinePaths.has(path)) return
			readPeer(peer)
			counts.all++
			countProxy(headers)
			countScheme(headers['x-forwarded-proto'])
			// Requests of scanners mostly find nothing.
			if (status < 400 && headers.host !== undefined) hosts.count(headers.host)
			if (counts.all >= leastRequests && counts.all % 10 === 0) update()
			if (counts.all < longestWindow) return
			isSampled = true
			for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] >>= 1
			hosts.halve()
		},
		/** The present findings. */
		codes: () => present,
	}
}

/** Share of requests with the right host at which it is in use. */
const rightShare = 0.05
/** Votes for one wrong host, less those against it: at least four in five requests name it. */
const voteShare = 0.6

/**
 * Finds whether requests name one other host than SITE_URL. The majority vote of Boyer and Moore keeps one name, however many
 * strangers send: https://doi.org/10.1007/978-94-011-3488-0_5
 * @param siteName the host name of SITE_URL
 */
function createHostCheck(siteName: string) {
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
		/** True when nearly all of at least so many requests name one other host. */
		differs: (least: number) => all >= least && right <= all * rightShare && votes >= all * voteShare,
	}
}
