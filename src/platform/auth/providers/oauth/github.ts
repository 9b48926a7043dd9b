import type { ServerMetadata } from 'openid-client'
import { z } from 'zod'
import { normalizeEmail } from '#platform/auth/accounts/users/contact.ts'
import { type ProviderProfile, withoutEmptyFields } from '#platform/auth/providers/linking/provider-profile.ts'

/** Reads a resource with the user's access token. @throws Error when it is refused or has another shape */
export type FetchJson = <T>(address: string, schema: z.ZodType<T>, accept: string) => Promise<T>

const user = z.object({
	id: z.number().int().positive(),
	login: z.string(),
	name: z.string().nullish(),
	avatar_url: z.string().nullish(),
})
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * GitHub uses OAuth 2.0 without OpenID or discovery, so its endpoints are listed here.
 * @param site `https://github.com`, or the address of an Enterprise server
 */
export function githubMetadata(site: string): ServerMetadata {
	const base = site.replace(/\/+$/, '')
	return {
		issuer: `${base}/login/oauth`,
		authorization_endpoint: `${base}/login/oauth/authorize`,
		token_endpoint: `${base}/login/oauth/access_token`,
		token_endpoint_auth_methods_supported: ['client_secret_post'],
	}
}

/** Reads the user of a token from GitHub. The primary address counts; GitHub states which ones are verified. */
export async function githubProfile(site: string, fetchJson: FetchJson): Promise<ProviderProfile> {
	const ask = <T>(path: string, schema: z.ZodType<T>) =>
		fetchJson(apiUrl(site) + path, schema, 'application/vnd.github+json')
	const [person, addresses] = await Promise.all([ask('/user', user), ask('/user/emails', emails)])
	const main = addresses.find(({ primary }) => primary) ?? addresses[0]
	const email = main?.email && normalizeEmail(main.email)
	const emailVerified = main?.verified ?? false
	const subject = String(person.id)
	return {
		subject,
		email,
		emailVerified,
		otherEmails: addresses
			.filter((address) => address !== main && address.verified)
			.map((address) => normalizeEmail(address.email ?? '')),
		data: {
			...withoutEmptyFields({
				iss: apiUrl(site),
				sub: subject,
				provider_id: subject,
				email,
				name: person.name,
				full_name: person.name,
				preferred_username: person.login,
				user_name: person.login,
				avatar_url: person.avatar_url,
			}),
			email_verified: emailVerified,
			phone_verified: false,
		},
	}
}

function apiUrl(site: string): string {
	const base = site.replace(/\/+$/, '')
	return base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
}
