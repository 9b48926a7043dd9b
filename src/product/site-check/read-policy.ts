import type { FoundCode, PolicyObstacle } from '#shared/instance/site-check.ts'

type Directives = Map<string, string[]>

/** Where a wall needs a page's permission, by the kind of its code. */
const needs: Record<FoundCode['kind'], readonly PolicyObstacle[]> = {
	script: ['script', 'image', 'style attribute', 'trusted types'],
	static: ['image', 'style attribute'],
	frame: ['frame', 'style attribute'],
}

/** Directives that decide, the first that a policy has (CSP Level 3, section 6.8.1). */
const deciders: Record<Exclude<PolicyObstacle, 'trusted types'>, readonly string[]> = {
	script: ['script-src-elem', 'script-src', 'default-src'],
	frame: ['frame-src', 'child-src', 'default-src'],
	image: ['img-src', 'default-src'],
	'style attribute': ['style-src-attr', 'style-src', 'default-src'],
}

/**
 * Lists the obstacles that security policies of a page are to a wall; each policy of several must allow it.
 * @param policies values of `Content-Security-Policy`, each of which may hold several with commas
 * @param origin of this installation
 */
export function findObstacles(policies: readonly string[], kind: FoundCode['kind'], origin: string): PolicyObstacle[] {
	const all = policies.flatMap((header) => header.split(',')).map(parse)
	return needs[kind].filter((need) => all.some((policy) => !allows(policy, need, new URL(origin))))
}

function parse(policy: string): Directives {
	const directives: Directives = new Map()
	for (const part of policy.split(';')) {
		const [name, ...values] = part.trim().split(/\s+/)
		const key = name?.toLowerCase()
		if (key && !directives.has(key)) directives.set(key, values)
	}
	return directives
}

function allows(policy: Directives, need: PolicyObstacle, origin: URL): boolean {
	if (need === 'trusted types') {
		const names = policy.get('trusted-types')
		return !policy.has('require-trusted-types-for') || !names || names.includes('plaudit') || names.includes('*')
	}
	const decider = deciders[need].find((name) => policy.has(name))
	if (!decider) return true
	const sources = policy.get(decider)?.map((source) => source.toLowerCase()) ?? []
	if (need === 'style attribute')
		return sources.includes("'unsafe-inline'") && !sources.some((source) => /^'(nonce|sha\d+)-/.test(source))
	// With 'strict-dynamic' hosts are ignored, and the code carries no nonce.
	if (need === 'script' && sources.includes("'strict-dynamic'")) return false
	return sources.some((source) => matches(source, origin))
}

/** True when a source expression names an origin (CSP Level 3, section 6.7.2.8); a path is left out of account. */
function matches(source: string, { protocol, hostname, port }: URL): boolean {
	if (source === '*') return true
	if (source === 'https:' || source === 'http:') return source === protocol || source === 'http:'
	const [, scheme, host, , portOf] =
		/^(https?:)?(?:\/\/)?((\*\.)?[^/:*]+|\*)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? []
	if (!host || (scheme && scheme !== protocol && scheme !== 'http:')) return false
	const defaultPort = protocol === 'https:' ? '443' : '80'
	if (portOf !== '*' && (portOf ?? defaultPort) !== (port || defaultPort)) return false
	return host === '*' || host === hostname || (host.startsWith('*.') && hostname.endsWith(host.slice(1)))
}
