import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { listAudit } from './admin/admin-audit.ts'
import {
	deleteFactorAsAdmin,
	listFactorsAsAdmin,
	updateFactorAsAdmin,
} from './admin/admin-factors.ts'
import { listUsers } from './admin/admin-user-list.ts'
import {
	createUserAsAdmin,
	deleteUserAsAdmin,
	getUserAsAdmin,
	updateUserAsAdmin,
} from './admin/admin-users.ts'
import {
	changeCustomProvider,
	createCustomProvider,
	getCustomProvider,
	listCustomProviders,
	removeCustomProvider,
} from './admin/custom-providers.ts'
import { generateLink } from './admin/generate-link.ts'
import { invite } from './admin/invite.ts'
import {
	changeOauthClient,
	createOauthClient,
	getOauthClient,
	listOauthClients,
	regenerateOauthSecret,
	removeOauthClient,
} from './admin/oauth-clients.ts'
import { createSsoProvider, updateSsoProvider } from './admin/sso-provider-write.ts'
import { deleteSsoProvider, getSsoProvider, listSsoProviders } from './admin/sso-providers.ts'
import { type AuthContext, createAuthContext } from './auth-context.ts'
import { requireAdmin } from './bearer/admin-bearer.ts'
import { requireApiKey } from './bearer/api-key.ts'
import { createCaptchaGuard } from './captcha/require-captcha.ts'
import { health, openidConfiguration, publicKeys, settings } from './discovery.ts'
import { challengeFactor } from './factors/factor-challenge.ts'
import { enrollFactor } from './factors/factor-enroll.ts'
import { removeFactor } from './factors/factor-remove.ts'
import { verifyFactor } from './factors/factor-verify.ts'
import {
	countRecoveryCodes,
	generateRecoveryCodes,
	regenerateRecoveryCodes,
	removeRecoveryCodes,
} from './factors/recovery-codes.ts'
import { verifyRecoveryCode } from './factors/recovery-verify.ts'
import { token } from './grants/token.ts'
import { unlinkIdentity } from './identities/identities.ts'
import { otp } from './mail-links/otp.ts'
import { reauthenticate } from './mail-links/reauthenticate.ts'
import { recover } from './mail-links/recover.ts'
import { resend } from './mail-links/resend.ts'
import { verify } from './mail-links/verify.ts'
import { verifyLink } from './mail-links/verify-link.ts'
import { oauthServerDisabled } from './oauth-server-disabled.ts'
import { authorize, authorizeLink } from './openid/authorize.ts'
import { callback } from './openid/callback.ts'
import {
	listPasskeys,
	listPasskeysAsAdmin,
	removePasskey,
	removePasskeyAsAdmin,
	updatePasskey,
} from './passkeys/passkey-list.ts'
import { finishRegistration, startRegistration } from './passkeys/passkey-registration.ts'
import { requirePasskeys } from './passkeys/passkey-rules.ts'
import { finishAuthentication, startAuthentication } from './passkeys/passkey-sign-in.ts'
import { renderAuthError } from './render-error.ts'
import { beginSignOn } from './saml/begin-sign-on.ts'
import { consumeAssertion } from './saml/consume.ts'
import { serviceMetadata } from './saml/metadata.ts'
import { requireSaml } from './saml/require-saml.ts'
import { createRequestSigner } from './saml/signing-key.ts'
import { logout } from './sessions/logout.ts'
import { signup } from './signup/signup.ts'
import { answerUnknown, notFound } from './unknown-route.ts'
import { getUser } from './users/user.ts'
import { updateUser } from './users/user-update.ts'

/** auth/v1, every address on one screen (auth.md). */
export function authRoutes(deps: Deps, context: AuthContext = createAuthContext(deps)): Hono<Env> {
	const app = new Hono<Env>()
	const requestSigner = createRequestSigner(deps)
	app.onError((error, c) => renderAuthError(error, c, deps.log))
	app.use(requireApiKey(context))
	app.use(async (c, next) => {
		await next()
		if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
	})

	// Asking for the head alone must not do what the rest of these addresses does; scanners of mails ask so.
	for (const path of acting)
		app.use(path, (c, next) => (c.req.method === 'HEAD' ? Promise.resolve(notFound(c)) : next()))

	// Anyone
	const { guard, guardToken, challenge } = createCaptchaGuard(context)
	app.get('/captcha', challenge)
	app.post('/signup', guard, signup(context))
	app.post('/token', guardToken, token(context))
	app.post('/otp', guard, otp(context))
	app.post('/magiclink', guard, otp(context, 'magiclink'))
	app.post('/verify', verify(context))
	app.get('/verify', verifyLink(context))
	app.post('/recover', guard, recover(context))
	app.post('/resend', guard, resend(context))
	app.get('/authorize', authorize(context))
	app.on(['GET', 'POST'], '/callback', callback(context))
	app.use('/sso/*', requireSaml(context.config))
	app.post('/sso', guard, beginSignOn(context, requestSigner))
	app.get('/sso/saml/metadata', serviceMetadata(context.config, requestSigner))
	app.post('/sso/saml/acs', consumeAssertion(context))
	app.use('/passkeys/*', requirePasskeys(context))
	app.post('/passkeys/authentication/options', guard, startAuthentication(context))
	app.post('/passkeys/authentication/verify', finishAuthentication(context))
	app.get('/settings', settings(context))
	app.get('/health', health)
	app.get('/.well-known/jwks.json', publicKeys(context))
	app.get('/.well-known/openid-configuration', openidConfiguration(context))
	app.get('/.well-known/oauth-authorization-server', oauthServerDisabled)
	app.all('/oauth/*', oauthServerDisabled)

	// Whoever is signed in
	app.get('/user', getUser(context))
	app.put('/user', updateUser(context))
	app.post('/logout', logout(context))

	app.get('/reauthenticate', reauthenticate(context))
	app.get('/user/identities/authorize', authorizeLink(context))
	app.delete('/user/identities/:id', unlinkIdentity(context))
	app.all('/user/oauth/*', oauthServerDisabled)
	app.post('/factors', enrollFactor(context))
	app.get('/factors/recovery-codes', countRecoveryCodes(context))
	app.post('/factors/recovery-codes', generateRecoveryCodes(context))
	app.delete('/factors/recovery-codes', removeRecoveryCodes(context))
	app.post('/factors/recovery-codes/verify', verifyRecoveryCode(context))
	app.post('/factors/recovery-codes/regenerate', regenerateRecoveryCodes(context))
	app.post('/factors/:id/challenge', challengeFactor(context))
	app.post('/factors/:id/verify', verifyFactor(context))
	app.delete('/factors/:id', removeFactor(context))
	app.post('/passkeys/registration/options', startRegistration(context))
	app.post('/passkeys/registration/verify', finishRegistration(context))
	app.get('/passkeys', listPasskeys(context))
	app.patch('/passkeys/:passkey', updatePasskey(context))
	app.delete('/passkeys/:passkey', removePasskey(context))

	// Administrators
	const admin = requireAdmin(context)
	app.use('/admin/*', admin)
	app.post('/invite', admin, invite(context))
	app.post('/admin/generate_link', generateLink(context))
	app.get('/admin/audit', listAudit(context))
	app.get('/admin/custom-providers', listCustomProviders(context))
	app.post('/admin/custom-providers', createCustomProvider(context))
	app.get('/admin/custom-providers/:identifier', getCustomProvider(context))
	app.put('/admin/custom-providers/:identifier', changeCustomProvider(context))
	app.delete('/admin/custom-providers/:identifier', removeCustomProvider(context))
	app.get('/admin/oauth/clients', listOauthClients(context))
	app.post('/admin/oauth/clients', createOauthClient(context))
	app.get('/admin/oauth/clients/:client', getOauthClient(context))
	app.put('/admin/oauth/clients/:client', changeOauthClient(context))
	app.delete('/admin/oauth/clients/:client', removeOauthClient(context))
	app.post('/admin/oauth/clients/:client/regenerate_secret', regenerateOauthSecret(context))
	app.use('/admin/sso/*', requireSaml(context.config))
	app.get('/admin/sso/providers', listSsoProviders(context))
	app.post('/admin/sso/providers', createSsoProvider(context))
	app.get('/admin/sso/providers/:id', getSsoProvider(context))
	app.put('/admin/sso/providers/:id', updateSsoProvider(context))
	app.delete('/admin/sso/providers/:id', deleteSsoProvider(context))
	app.get('/admin/users', listUsers(context))
	app.post('/admin/users', createUserAsAdmin(context))
	app.get('/admin/users/:id', getUserAsAdmin(context))
	app.put('/admin/users/:id', updateUserAsAdmin(context))
	app.delete('/admin/users/:id', deleteUserAsAdmin(context))
	app.get('/admin/users/:id/factors', listFactorsAsAdmin(context))
	app.put('/admin/users/:id/factors/:factor', updateFactorAsAdmin(context))
	app.delete('/admin/users/:id/factors/:factor', deleteFactorAsAdmin(context))
	app.get('/admin/users/:id/passkeys', listPasskeysAsAdmin(context))
	app.delete('/admin/users/:id/passkeys/:passkey', removePasskeyAsAdmin(context))

	app.all('*', answerUnknown(app))
	return app
}

/** Where a GET does something. */
const acting = [
	'/verify',
	'/authorize',
	'/callback',
	'/reauthenticate',
	'/user/identities/authorize',
]
