import type { Configuration, ServerMetadata } from 'openid-client'
import { z } from 'zod'
import { normalEmail, type Profile, present } from './profile.ts'

type Client = typeof import('openid-client')

const user = z.object({
	id: z.number().int().positive(),
	login: z.string(),
	name: z.string().nullish(),
	avatar_url: z.string().nullish(),
})
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * GitHub speaks OAuth 2 without OpenID and publishes nothing of itself, so its addresses are written here.
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

/** Asks GitHub who the token belongs to. The primary address is the person's; GitHub says which ones it saw proven. */
export async function githubProfile(
	client: Client,
	configuration: Configuration,
	site: string,
	accessToken: string,
): Promise<Profile> {
	const ask = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
		const response = await client.fetchProtectedResource(
			configuration,
			accessToken,
			new URL(apiAddress(site) + path),
			'GET',
			null,
			new Headers({ accept: 'application/vnd.github+json' }),
		)
		if (!response.ok) throw new Error(`${path} answered ${response.status}`)
		return schema.parse(await response.json())
	}
	const [person, addresses] = await Promise.all([ask('/user', user), ask('/user/emails', emails)])
	const main = addresses.find(({ primary }) => primary) ?? addresses[0]
	const email = normalEmail(main?.email)
	const emailVerified = main?.verified ?? false
	const subject = String(person.id)
	return {
		subject,
		email,
		emailVerified,
		otherEmails: addresses
			.filter((address) => address !== main && address.verified)
			.map((address) => normalEmail(address.email) ?? ''),
		data: {
			...present({
				iss: apiAddress(site),
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

function apiAddress(site: string): string {
	const base = site.replace(/\/+$/, '')
	return base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
}
