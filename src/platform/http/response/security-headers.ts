import type { Config } from '#platform/config/config.ts'
import { captchaSources } from './captcha-sources.ts'
import { corsHeaders } from './cors.ts'

/** The kinds of page we serve; each has its own content security policy. */
export type Surface = 'api' | 'app' | 'public' | 'collect' | 'embedded' | 'hosted' | 'frame' | 'receipt' | 'secret'

/** Further sources a page may need: hashes of its inlined styles, the analytics host of the owner's choice. */
export type PolicySources = { styleHashes?: string[]; scripts?: string[]; connections?: string[] }

const shared: Record<string, string> = {
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'strict-origin-when-cross-origin',
	'cross-origin-opener-policy': 'same-origin',
}
/** Pages on which a visitor may record. */
const recordingSurfaces: readonly Surface[] = ['collect', 'embedded', 'receipt']
/** Pages that any website may show in a frame. */
const framedSurfaces: readonly Surface[] = ['embedded', 'frame']
/** Pages whose address is a secret. */
const secretSurfaces: readonly Surface[] = ['receipt', 'secret']
const noDevices = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'

/** Security headers of a surface. No page of ours runs inline script. */
export function securityHeaders(surface: Surface, config: Config, sources: PolicySources = {}): Record<string, string> {
	const headers: Record<string, string> = {
		...shared,
		'content-security-policy': policy(surface, config, sources),
		'permissions-policy': recordingSurfaces.includes(surface)
			? noDevices.replace('camera=()', 'camera=(self)').replace('microphone=()', 'microphone=(self)')
			: noDevices,
	}
	if (secretSurfaces.includes(surface)) headers['referrer-policy'] = 'no-referrer'
	if (framedSurfaces.includes(surface)) delete headers['cross-origin-opener-policy']
	if (config.SITE_URL.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000'
	return headers
}

/** Headers of every API answer. */
export function apiHeaders(config: Config): Record<string, string> {
	return { ...corsHeaders, ...securityHeaders('api', config) }
}

function policy(
	surface: Surface,
	config: Config,
	{ styleHashes = [], scripts = [], connections = [] }: PolicySources,
): string {
	if (surface === 'api') return "default-src 'none'; frame-ancestors 'none'"
	const styles = ["'self'", ...styleHashes.map((hash) => `'sha256-${hash}'`)]
	const captcha = surface === 'app' ? captchaSources(config) : undefined
	const frames = { hosted: "'self'", collect: "'self'" } as Partial<Record<Surface, string>>
	return [
		"default-src 'none'",
		`script-src ${["'self'", ...scripts, ...(captcha?.scripts ?? [])].join(' ')}`,
		`style-src ${[...styles, ...(captcha?.styles ?? [])].join(' ')}`,
		"img-src 'self' data: blob:",
		"media-src 'self' blob:",
		"font-src 'self'",
		`connect-src ${["'self'", ...connections, ...(captcha?.connections ?? [])].join(' ')}`,
		"worker-src 'self' blob:",
		"manifest-src 'self'",
		`frame-src ${captcha ? ["'self'", ...captcha.frames].join(' ') : "'none'"}`,
		"form-action 'self'",
		"base-uri 'none'",
		"object-src 'none'",
		`frame-ancestors ${framedSurfaces.includes(surface) ? '*' : (frames[surface] ?? "'none'")}`,
	].join('; ')
}
