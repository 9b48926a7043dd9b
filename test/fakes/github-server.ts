import { type Person, startOpenIdProvider } from './openid-provider.ts'

/** Responses of GitHub's API for the current user. */
export type GithubResponses = { user: unknown; emails: unknown; status?: number }

/**
 * A GitHub Enterprise site: a real authorization server at GitHub's paths, without OpenID, and the two API endpoints
 * that a sign-in requests.
 */
export async function startGithubServer() {
	const answers = new Map<string, GithubResponses>()
	const site = await startOpenIdProvider(
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
					const responses = answers.get(token?.accountId ?? '')
					if (!responses) {
						ctx.status = 401
						return
					}
					ctx.status = responses.status ?? 200
					ctx.body = path === '/user' ? responses.user : responses.emails
				})
			},
		},
	)
	return {
		...site,
		address: new URL(site.issuer).origin,
		/** Sets who signs in next, and the API's responses about them. */
		meet(person: Person, responses: GithubResponses) {
			site.nextPerson = person
			answers.set(person.sub, responses)
		},
	}
}
