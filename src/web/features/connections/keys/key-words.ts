import { type ApiKeyScope, apiKeyScopes } from '#shared/api-key-scopes.ts'
import type { ApiKeyRow } from '#shared/rows.ts'
import { capital } from '#web/features/connections/number-words.ts'
import { formatList } from '#web/lib/format/format.ts'

type ScopeWords = {
	/** Its name where a scope is ticked. */
	label: string
	help?: string
	/** After "It can". */
	can: string
	/** Words for a list of keys. */
	short: string
	/** After a key was revoked. */
	stops: string
}

/** Each scope in the words of an owner. */
export const scopeWords: Record<ApiKeyScope, ScopeWords> = {
	'testimonials:read': {
		label: 'Read testimonials, answers and tags',
		can: 'read testimonials, answers and tags',
		short: 'reads testimonials',
		stops: 'It reads no more testimonials.',
	},
	'testimonials:write': {
		label: 'Approve, reject, archive and tag',
		can: 'approve, reject, archive and tag',
		short: 'decides and tags',
		stops: 'It approves, rejects and tags no more.',
	},
	'submissions:write': {
		label: 'Send new testimonials',
		help: 'They come in as “sent by key”, pending, with no basis of their own.',
		can: 'send new testimonials, which wait for you',
		short: 'sends new ones',
		stops: 'It sends no testimonials of its own.',
	},
	'invitations:write': {
		label: 'Ask customers, and tell of orders',
		can: 'ask customers under your limits, and tell of orders',
		short: 'asks customers',
		stops: 'It asks no more customers, and tells of no more orders.',
	},
	'walls:read': {
		label: 'Read walls',
		can: 'read walls',
		short: 'reads walls',
		stops: 'It reads no more walls.',
	},
	'forms:read': {
		label: 'Read forms',
		can: 'read forms',
		short: 'reads forms',
		stops: 'It reads no more forms.',
	},
	'numbers:read': {
		label: 'Read numbers',
		can: 'read views, sums and averages',
		short: 'reads numbers',
		stops: 'It reads no more numbers.',
	},
	'people:read': {
		label: 'See e-mail addresses',
		can: 'see e-mail addresses of customers',
		short: 'sees e-mail addresses',
		stops: 'It sees no more e-mail addresses.',
	},
}

/** The limits of every key, after "It can never". */
export const neverWords = [
	'change anyone’s words or stars',
	'make keys, change members or hand the space over',
	'erase anything',
	'reach another space',
] as const

type Rights = Pick<ApiKeyRow, 'role' | 'scopes'>

/** The scopes of a key. One of all of its role sees no addresses as a viewer, as private.key_scopes says. */
export const scopesOf = ({ role, scopes }: Rights): readonly ApiKeyScope[] =>
	apiKeyScopes.filter((scope) => {
		if (scopes) return scopes.includes(scope)
		return role === 'editor' || (scope.endsWith(':read') && scope !== 'people:read')
	})

/** "Reads testimonials and walls", "All that an editor may". */
export function rightsText(rights: Rights): string {
	if (!rights.scopes)
		return rights.role === 'editor' ? 'All that an editor may' : 'All that a viewer may, without addresses'
	const scopes = scopesOf(rights)
	const read = scopes.filter((scope) => scopeWords[scope].short.startsWith('reads '))
	const others = scopes.filter((scope) => !read.includes(scope)).map((scope) => scopeWords[scope].short)
	const reads = formatList(read.map((scope) => scopeWords[scope].short.slice('reads '.length)))
	const text = [...(reads ? [`reads ${reads}`] : []), ...others].join(', ')
	return capital(text)
}
