import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { openHttpBrowser } from '#test/support/browser/http-browser.ts'

export type Person = { sub: string; email?: string; email_verified?: boolean; name?: string } & {
	[claim: string]: unknown
}

/** A real OpenID provider (oidc-provider) where every user signs in and consents at once. */
export type OpenIdProvider = {
	issuer: string
	/** The user who signs in next. */
	nextPerson: Person
	/** Replaces the ID token of the next exchanges, which an honest provider cannot be configured to do. */
	forge: ((claims: JWTPayload) => Promise<string>) | undefined
	/**
	 * Acts as the browser: follows the URL, signs in and is redirected back.
	 * @returns the redirect's target
	 */
	signIn(address: string): Promise<string>
	/**
	 * The same for a provider with form_post responses (Apple).
	 * @returns the form's fields
	 */
	signInByFormPost(address: string): Promise<URLSearchParams>
	/** A token signed with the provider's key, as a mobile app receives it. */
	sign(claims: Record<string, unknown>): Promise<string>
	close(): Promise<void>
}

export const clientCredentials = { id: 'plaudit', secret: 'a secret between the two' }
const artifacts = ['AccessToken', 'Grant', 'IdToken', 'Interaction', 'RefreshToken', 'Session']
const callbacks = ['http://localhost:3000/auth/v1/callback']

/**
 * @param configuration merged over the default configuration of oidc-provider; `callbacks` are registered beside the
 * usual one, `path` is the issuer's after the origin
 */
export async function startOpenIdProvider(
	configuration: Configuration = {},
	{ callbacks: more = [] as string[], path = '', extend = (_: Provider) => {} } = {},
): Promise<OpenIdProvider> {
	const { privateKey } = await generateKeyPair('RS256', { extractable: true })
	const key = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
	const people = new Map<string, Person>()
	const server = createServer()
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const issuer = origin + path
	const provider = new Provider(issuer, {
		clients: [
			{
				client_id: clientCredentials.id,
				client_secret: clientCredentials.secret,
				token_endpoint_auth_method: 'client_secret_post',
				grant_types: ['authorization_code', 'refresh_token'],
				redirect_uris: [...callbacks, ...more],
			},
		],
		jwks: { keys: [key] },
		cookies: { keys: ['a key for cookies'] },
		features: { devInteractions: { enabled: false } },
		ttl: Object.fromEntries(artifacts.map((name) => [name, 600])),
		interactions: { url: (_, { uid }) => `/interaction/${uid}` },
		claims: {
			openid: ['sub'],
			email: ['email', 'email_verified'],
			profile: ['name', 'picture', 'hd'],
		},
		// As with Google and most providers, the ID token contains the profile, not only the userinfo endpoint.
		conformIdTokenClaims: false,
		issueRefreshToken: () => true,
		findAccount: (_, sub) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
		...configuration,
	})
	const self: OpenIdProvider = {
		issuer,
		nextPerson: { sub: 'nobody' },
		forge: undefined,
		signIn: async (address) => (await openHttpBrowser().follow(address, origin)).left,
		signInByFormPost: async (address) => (await openHttpBrowser().follow(address, origin)).form,
		sign: (claims) => {
			const now = Math.floor(Date.now() / 1000)
			return new SignJWT({
				iss: issuer,
				aud: clientCredentials.id,
				iat: now,
				exp: now + 300,
				...claims,
			})
				.setProtectedHeader({ alg: 'RS256', kid: 'one' })
				.sign(privateKey)
		},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	}

	provider.use(async (ctx, next) => {
		if (ctx.path.startsWith('/interaction/')) return signIn(ctx)
		await next()
		const body = ctx.body as { id_token?: string } | undefined
		if (self.forge && ctx.oidc?.route === 'token' && body?.id_token)
			body.id_token = await self.forge(payloadOf(body.id_token))
	})
	extend(provider)
	server.on('request', provider.callback())

	async function signIn({ req, res }: Pick<KoaContextWithOIDC, 'req' | 'res'>) {
		const { params } = await provider.interactionDetails(req, res)
		const person = self.nextPerson
		people.set(person.sub, person)
		const grant = new provider.Grant({
			accountId: person.sub,
			clientId: String(params.client_id),
		})
		grant.addOIDCScope(String(params.scope))
		await provider.interactionFinished(req, res, {
			login: { accountId: person.sub },
			consent: { grantId: await grant.save() },
		})
	}
	return self
}

function payloadOf(token: string): JWTPayload {
	return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
