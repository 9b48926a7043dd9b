import type { Deps } from '#platform/deps.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import {
	deleteFactorAsAdmin,
	listFactorsAsAdmin,
	listPasskeysAsAdmin,
	removePasskeyAsAdmin,
	updateFactorAsAdmin,
} from './admin/admin-credentials.ts'
import {
	createUserAsAdmin,
	deleteUserAsAdmin,
	getUserAsAdmin,
	listUsers,
	updateUserAsAdmin,
} from './admin/admin-users.ts'
import {
	createCustomProvider,
	deleteCustomProviderAsAdmin,
	getCustomProvider,
	listCustomProviders,
	updateCustomProvider,
} from './admin/custom-providers.ts'
import { generateLink } from './admin/generate-link.ts'
import { invite } from './admin/invite.ts'
import { listAudit } from './admin/list-audit.ts'
import {
	createOauthClient,
	deleteOauthClientAsAdmin,
	getOauthClient,
	listOauthClients,
	regenerateOauthSecret,
	updateOauthClientAsAdmin,
} from './admin/oauth-clients.ts'
import {
	createSsoProvider,
	deleteSsoProvider,
	getSsoProvider,
	listSsoProviders,
	updateSsoProvider,
} from './admin/sso-providers.ts'
import { type AuthContext, createAuthContext } from './auth-context.ts'
import { checkRouteNames, createAuthWire } from './auth-wire.ts'
import { createCaptchaGuard, needsCaptcha } from './captcha-guard.ts'
import { health, openidConfiguration, publicKeySet, settings } from './discovery.ts'
import { challengeFactor } from './factors/challenge-factor.ts'
import { enrollFactor } from './factors/enroll-factor.ts'
import { listPasskeys, removePasskey, updatePasskey } from './factors/passkeys/manage-passkeys.ts'
import { finishRegistration, startRegistration } from './factors/passkeys/passkey-registration.ts'
import { finishAuthentication, startAuthentication } from './factors/passkeys/passkey-sign-in.ts'
import {
	countRecoveryCodes,
	generateRecoveryCodes,
	regenerateRecoveryCodes,
	removeRecoveryCodes,
} from './factors/recovery-codes.ts'
import { unenrollFactor } from './factors/unenroll-factor.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { verifyRecoveryCode } from './factors/verify-recovery-code.ts'
import { logout } from './flows/account/logout.ts'
import { reauthenticate } from './flows/account/reauthenticate.ts'
import { getUser, updateUser } from './flows/account/user.ts'
import { otp, otpBody } from './flows/otp/otp.ts'
import { resend, resendBody } from './flows/otp/resend.ts'
import { recover, recoverBody } from './flows/recover.ts'
import { signup } from './flows/sign-up/signup.ts'
import { token } from './flows/token/token.ts'
import { accountOfLink } from './flows/verify/account-of-link.ts'
import { verify, verifyBody, verifyLink } from './flows/verify/verify.ts'
import { unlinkIdentity } from './providers/linking/manual-linking.ts'
import { authorize, authorizeLink } from './providers/oauth/authorize.ts'
import { callback } from './providers/oauth/callback.ts'
import { consumeAssertion } from './providers/saml/assertion-consumer.ts'
import { createRequestSigner } from './providers/saml/service-provider/request-signer.ts'
import { serviceProviderMetadata } from './providers/saml/service-provider/service-provider-metadata.ts'
import { startSso } from './providers/saml/sso.ts'
import { oauthServerDisabled } from './unknown-route.ts'

/** All routes of auth/v1. */
export function authRoutes(deps: Deps, context: AuthContext = createAuthContext(deps)): Route[] {
	const { requireCaptcha, challenge } = createCaptchaGuard(context)
	const routes = createRoutes(createAuthWire(context, requireCaptcha))
	const requestSigner = createRequestSigner(deps)
	const anyone = { trust: 'public' } as const
	const withKey = { trust: 'key' } as const
	const user = { trust: 'user' } as const
	const admin = { trust: 'admin' } as const
	const withCaptcha = { trust: 'key', captcha: true } as const
	const samlAdmin = { trust: 'admin', flag: 'saml' } as const
	const passkeyUser = { trust: 'user', flag: 'passkeys' } as const
	const passkeyCeremony = { ...passkeyUser, limit: 'passkey' } as const

	// Without the token of a user. `head: false`: mail scanners send HEAD requests, which must not have the effects of GET.
	routes.get('/captcha', challenge, { trust: 'public', limit: 'byBody' })
	routes.post('/signup', signup(context), { ...withCaptcha, limit: 'byBody' })
	routes.post('/token', token(context), { trust: 'key', captcha: needsCaptcha, limit: 'byBody' })
	routes.post('/otp', otp(context), { ...withCaptcha, body: otpBody, limit: 'otp' })
	routes.post('/magiclink', otp(context), { ...withCaptcha, body: otpBody, limit: 'magiclink' })
	routes.post('/verify', verify(context), { trust: 'public', body: verifyBody, limit: 'verify' })
	routes.get('/verify', verifyLink(context), { trust: 'public', limit: 'byBody', head: false })
	routes.get('/verify/account', accountOfLink(context), { trust: 'public', limit: 'verify' })
	routes.post('/recover', recover(context), { ...withCaptcha, body: recoverBody, limit: 'recover' })
	routes.post('/resend', resend(context), { ...withCaptcha, body: resendBody, limit: 'resend' })
	routes.get('/authorize', authorize(context), { trust: 'public', limit: 'authorize', head: false })
	for (const add of [routes.get, routes.post]) add('/callback', callback(context), { trust: 'public', head: false })
	routes.post('/sso', startSso(context, requestSigner), { trust: 'key', flag: 'saml', captcha: true, limit: 'sso' })
	routes.get('/sso/saml/metadata', serviceProviderMetadata(context.config, requestSigner), {
		trust: 'public',
		flag: 'saml',
	})
	routes.post('/sso/saml/acs', consumeAssertion(context), { trust: 'public', flag: 'saml', limit: 'acs' })
	routes.post('/passkeys/authentication/options', startAuthentication(context), {
		trust: 'key',
		flag: 'passkeys',
		captcha: true,
		limit: 'passkey',
	})
	routes.post('/passkeys/authentication/verify', finishAuthentication(context), {
		trust: 'key',
		flag: 'passkeys',
		limit: 'passkey',
	})
	routes.get('/settings', settings(context), withKey)
	routes.get('/health', health, anyone)
	routes.get('/.well-known/jwks.json', publicKeySet(context), anyone)
	routes.get('/.well-known/openid-configuration', openidConfiguration(context), anyone)
	routes.get('/.well-known/oauth-authorization-server', oauthServerDisabled, anyone)
	routes.all('/oauth/*', oauthServerDisabled, withKey)

	// Signed-in users
	routes.get('/user', getUser(context), user)
	routes.put('/user', updateUser(context), { trust: 'user', limit: 'byBody' })
	routes.post('/logout', logout(context), user)

	routes.get('/reauthenticate', reauthenticate(context), { trust: 'user', head: false })
	routes.get('/user/identities/authorize', authorizeLink(context), { trust: 'user', limit: 'authorize', head: false })
	routes.delete('/user/identities/:id', unlinkIdentity(context), user)
	routes.all('/user/oauth/*', oauthServerDisabled, withKey)
	routes.post('/factors', enrollFactor(context), user)
	routes.get('/factors/recovery-codes', countRecoveryCodes(context), user)
	routes.post('/factors/recovery-codes', generateRecoveryCodes(context), user)
	routes.delete('/factors/recovery-codes', removeRecoveryCodes(context), user)
	routes.post('/factors/recovery-codes/verify', verifyRecoveryCode(context), { trust: 'user', limit: 'byBody' })
	routes.post('/factors/recovery-codes/regenerate', regenerateRecoveryCodes(context), user)
	routes.post('/factors/:id/challenge', challengeFactor(context), { trust: 'user', limit: 'challenge' })
	routes.post('/factors/:id/verify', verifyFactor(context), { trust: 'user', limit: 'byBody' })
	routes.delete('/factors/:id', unenrollFactor(context), { trust: 'user', limit: 'factor' })
	routes.post('/passkeys/registration/options', startRegistration(context), passkeyCeremony)
	routes.post('/passkeys/registration/verify', finishRegistration(context), passkeyCeremony)
	routes.get('/passkeys', listPasskeys(context), passkeyUser)
	routes.patch('/passkeys/:passkey', updatePasskey(context), passkeyUser)
	routes.delete('/passkeys/:passkey', removePasskey(context), passkeyUser)

	// Administrators
	routes.post('/invite', invite(context), admin)
	routes.post('/admin/generate_link', generateLink(context), admin)
	routes.get('/admin/audit', listAudit(context), admin)
	routes.get('/admin/custom-providers', listCustomProviders(context), admin)
	routes.post('/admin/custom-providers', createCustomProvider(context), admin)
	routes.get('/admin/custom-providers/:identifier', getCustomProvider(context), admin)
	routes.put('/admin/custom-providers/:identifier', updateCustomProvider(context), admin)
	routes.delete('/admin/custom-providers/:identifier', deleteCustomProviderAsAdmin(context), admin)
	routes.get('/admin/oauth/clients', listOauthClients(context), admin)
	routes.post('/admin/oauth/clients', createOauthClient(context), admin)
	routes.get('/admin/oauth/clients/:client', getOauthClient(context), admin)
	routes.put('/admin/oauth/clients/:client', updateOauthClientAsAdmin(context), admin)
	routes.delete('/admin/oauth/clients/:client', deleteOauthClientAsAdmin(context), admin)
	routes.post('/admin/oauth/clients/:client/regenerate_secret', regenerateOauthSecret(context), admin)
	routes.get('/admin/sso/providers', listSsoProviders(context), samlAdmin)
	routes.post('/admin/sso/providers', createSsoProvider(context), samlAdmin)
	routes.get('/admin/sso/providers/:id', getSsoProvider(context), samlAdmin)
	routes.put('/admin/sso/providers/:id', updateSsoProvider(context), samlAdmin)
	routes.delete('/admin/sso/providers/:id', deleteSsoProvider(context), samlAdmin)
	routes.get('/admin/users', listUsers(context), admin)
	routes.post('/admin/users', createUserAsAdmin(context), admin)
	routes.get('/admin/users/:id', getUserAsAdmin(context), admin)
	routes.put('/admin/users/:id', updateUserAsAdmin(context), admin)
	routes.delete('/admin/users/:id', deleteUserAsAdmin(context), admin)
	routes.get('/admin/users/:id/factors', listFactorsAsAdmin(context), admin)
	routes.put('/admin/users/:id/factors/:factor', updateFactorAsAdmin(context), admin)
	routes.delete('/admin/users/:id/factors/:factor', deleteFactorAsAdmin(context), admin)
	routes.get('/admin/users/:id/passkeys', listPasskeysAsAdmin(context), admin)
	routes.delete('/admin/users/:id/passkeys/:passkey', removePasskeyAsAdmin(context), admin)

	checkRouteNames(context.config, routes.list)
	return routes.list
}
