import { isLoopbackAddress, isLoopbackName } from '#platform/http/request/local-address.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** Names of headers that proxies, tunnels and content delivery networks add. */
const forwardingHeader =
	/^(?:via|forwarded(?:-.*)?|x-forwarded(?:-.*)?|x-real-ip|x-original-.*|x-(?:cluster-)?client-ip|x-remote-(?:ip|addr)|x-originating-ip|x-envoy-.*|x-amzn-.*|x-azure-.*|x-vercel-.*|x-nf-.*|x-arr-.*|x-appengine-.*|true-client-ip|client-ip|cf-.*|cdn-loop|fastly-.*|fly-.*|do-connecting-ip|tailscale-.*)$/

/**
 * True when a person at the server's own machine sent a request: over loopback, to a loopback address, and through no proxy. A page of
 * another site sends its Origin, and a server with a public SITE_URL may stand behind a proxy that adds no header.
 */
export function isFromThisMachine(x: Pick<Exchange, 'headers' | 'header' | 'ip'>, siteUrl: string): boolean {
	if (!isLoopbackName(new URL(siteUrl).hostname) || !isLoopbackAddress(x.ip)) return false
	if (Object.keys(x.headers).some((name) => forwardingHeader.test(name))) return false
	const host = x.header('host')
	if (!host || !URL.canParse(`http://${host}`) || !isLoopbackName(new URL(`http://${host}`).hostname)) return false
	if (x.header('sec-fetch-site') === 'cross-site') return false
	const origin = x.header('origin')
	return origin === undefined || origin === `http://${host}` || origin === `https://${host}`
}
