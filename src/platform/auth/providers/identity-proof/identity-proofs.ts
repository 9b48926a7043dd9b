import type { AnswerHeaders } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** A person as the provider told of them. Every text comes from outside and has no limit. */
export type ProvenIdentity = {
	provider: ProofProvider
	name: string | undefined
	email: string | undefined
	emailVerified: boolean
}

/** A provider that can prove identities; `label`: the name that an administrator gave it. */
export type ProofProvider = { name: string; label: string | undefined }

/** `other_browser`: not the one that started. `denied`: by the person or the provider. `failed`: anything else. */
export type ProofRefusal = 'other_browser' | 'expired' | 'denied' | 'failed'

/** Where a browser goes on after the provider. */
export type ProofRedirect = { url: string; headers: AnswerHeaders }

/**
 * Handles an identity that a provider proved, without a user, identity or session of this installation. The server
 * composes it. `context` is the text that the flow was started with.
 */
export type IdentityProofs = {
	proven(x: Exchange, context: string, identity: ProvenIdentity): ProofRedirect
	/** @returns undefined for a context that is none */
	refused(context: string, reason: ProofRefusal): ProofRedirect | undefined
}
