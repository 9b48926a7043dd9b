import { type Person, startIdentityProvider } from './identity-provider.ts'

/** What GitHub's interface says of the person whose token is shown. */
export type GithubAnswers = { user: unknown; emails: unknown; status?: number }

/**
 * A GitHub Enterprise site: the real authorization server at GitHub's addresses, without OpenID, and the two addresses
 * of its interface that a sign-in asks.
 */
export async function startGithubSite() {
	const answers = new Map<string, GithubAnswers>()
	const site = await startIdentityProvider(
		{
			routes: {
				authorization: '/login/oauth/authorize',
				token: '/login/oauth/access_token',
			},
			scopes: ['user:email', 'read:org'],
		},
		{
			path: '/login/oauth',
			extend(provider) {
				provider.use(async (ctx, next) => {
					const path = /^\/api\/v3(\/user(?:\/emails)?)$/.exec(ctx.path)?.[1]
					if (!path) return next()
					const bearer = ctx.get('authorization').replace(/^Bearer /, '')
					const token = await provider.AccessToken.find(bearer)
					const told = answers.get(token?.accountId ?? '')
					if (!told) {
						ctx.status = 401
						return
					}
					ctx.status = told.status ?? 200
					ctx.body = path === '/user' ? told.user : told.emails
				})
			},
		},
	)
	return {
		...site,
		address: new URL(site.issuer).origin,
		/** Who signs in at the next visit, and what the interface says of them. */
		meet(person: Person, told: GithubAnswers) {
			site.next = person
			answers.set(person.sub, told)
		},
	}
}
