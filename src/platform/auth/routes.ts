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
import { generateLink, invite } from './admin/generate-link.ts'
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
import { enrollFactor, unenrollFactor } from './factors/enroll-factor.ts'
import { listPasskeys, removePasskey, updatePasskey } from './factors/passkeys/manage-passkeys.ts'
import {
	finishAuthentication,
	finishRegistration,
	startAuthentication,
	startRegistration,
} from './factors/passkeys/passkey-ceremonies.ts'
import {
	countRecoveryCodes,
	generateRecoveryCodes,
	regenerateRecoveryCodes,
	removeRecoveryCodes,
} from './factors/recovery-codes.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { verifyRecoveryCode } from './factors/verify-recovery-code.ts'
import { reauthenticate } from './flows/account/reauthenticate.ts'
import { getUser, logout, updateUser } from './flows/account/user.ts'
import { otp, otpBody } from './flows/otp/otp.ts'
import { resend, resendBody } from './flows/otp/resend.ts'
import { recover, recoverBody } from './flows/recover.ts'
import { signup } from './flows/sign-up/signup.ts'
import { token } from './flows/token/token.ts'
import { accountOfLink, verify, verifyBody, verifyLink } from './flows/verify/verify.ts'
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
	const bind =
		<Rest extends unknown[], Result>(handler: (context: AuthContext, ...rest: Rest) => Result) =>
		(...rest: Rest) =>
			handler(context, ...rest)
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
	routes.post('/signup', bind(signup), { ...withCaptcha, limit: 'byBody' })
	routes.post('/token', bind(token), { trust: 'key', captcha: needsCaptcha, limit: 'byBody' })
	routes.post('/otp', bind(otp), { ...withCaptcha, body: otpBody, limit: 'otp' })
	routes.post('/magiclink', bind(otp), { ...withCaptcha, body: otpBody, limit: 'magiclink' })
	routes.post('/verify', bind(verify), { trust: 'public', body: verifyBody, limit: 'verify' })
	routes.get('/verify', bind(verifyLink), { trust: 'public', limit: 'byBody', head: false })
	routes.get('/verify/account', bind(accountOfLink), { trust: 'public', limit: 'verify' })
	routes.post('/recover', bind(recover), { ...withCaptcha, body: recoverBody, limit: 'recover' })
	routes.post('/resend', bind(resend), { ...withCaptcha, body: resendBody, limit: 'resend' })
	routes.get('/authorize', bind(authorize), { trust: 'public', limit: 'authorize', head: false })
	for (const add of [routes.get, routes.post]) add('/callback', bind(callback), { trust: 'public', head: false })
	routes.post('/sso', startSso(context, requestSigner), { trust: 'key', flag: 'saml', captcha: true, limit: 'sso' })
	routes.get('/sso/saml/metadata', serviceProviderMetadata(context.config, requestSigner), {
		trust: 'public',
		flag: 'saml',
	})
	routes.post('/sso/saml/acs', bind(consumeAssertion), { trust: 'public', flag: 'saml', limit: 'acs' })
	routes.post('/passkeys/authentication/options', bind(startAuthentication), {
		trust: 'key',
		flag: 'passkeys',
		captcha: true,
		limit: 'passkey',
	})
	routes.post('/passkeys/authentication/verify', bind(finishAuthentication), {
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
	routes.get('/user', bind(getUser), user)
	routes.put('/user', bind(updateUser), { trust: 'user', limit: 'byBody' })
	routes.post('/logout', bind(logout), user)

	routes.get('/reauthenticate', bind(reauthenticate), { trust: 'user', head: false })
	routes.get('/user/identities/authorize', bind(authorizeLink), { trust: 'user', limit: 'authorize', head: false })
	routes.delete('/user/identities/:id', bind(unlinkIdentity), user)
	routes.all('/user/oauth/*', oauthServerDisabled, withKey)
	routes.post('/factors', bind(enrollFactor), user)
	routes.get('/factors/recovery-codes', bind(countRecoveryCodes), user)
	routes.post('/factors/recovery-codes', bind(generateRecoveryCodes), user)
	routes.delete('/factors/recovery-codes', bind(removeRecoveryCodes), user)
	routes.post('/factors/recovery-codes/verify', bind(verifyRecoveryCode), { trust: 'user', limit: 'byBody' })
	routes.post('/factors/recovery-codes/regenerate', bind(regenerateRecoveryCodes), user)
	routes.post('/factors/:id/challenge', bind(challengeFactor), { trust: 'user', limit: 'challenge' })
	routes.post('/factors/:id/verify', bind(verifyFactor), { trust: 'user', limit: 'byBody' })
	routes.delete('/factors/:id', bind(unenrollFactor), { trust: 'user', limit: 'factor' })
	routes.post('/passkeys/registration/options', bind(startRegistration), passkeyCeremony)
	routes.post('/passkeys/registration/verify', bind(finishRegistration), passkeyCeremony)
	routes.get('/passkeys', bind(listPasskeys), passkeyUser)
	routes.patch('/passkeys/:passkey', bind(updatePasskey), passkeyUser)
	routes.delete('/passkeys/:passkey', bind(removePasskey), passkeyUser)

	// Administrators
	routes.post('/invite', bind(invite), admin)
	routes.post('/admin/generate_link', bind(generateLink), admin)
	routes.get('/admin/audit', bind(listAudit), admin)
	routes.get('/admin/custom-providers', bind(listCustomProviders), admin)
	routes.post('/admin/custom-providers', bind(createCustomProvider), admin)
	routes.get('/admin/custom-providers/:identifier', bind(getCustomProvider), admin)
	routes.put('/admin/custom-providers/:identifier', bind(updateCustomProvider), admin)
	routes.delete('/admin/custom-providers/:identifier', bind(deleteCustomProviderAsAdmin), admin)
	routes.get('/admin/oauth/clients', bind(listOauthClients), admin)
	routes.post('/admin/oauth/clients', bind(createOauthClient), admin)
	routes.get('/admin/oauth/clients/:client', bind(getOauthClient), admin)
	routes.put('/admin/oauth/clients/:client', bind(updateOauthClientAsAdmin), admin)
	routes.delete('/admin/oauth/clients/:client', bind(deleteOauthClientAsAdmin), admin)
	routes.post('/admin/oauth/clients/:client/regenerate_secret', bind(regenerateOauthSecret), admin)
	routes.get('/admin/sso/providers', bind(listSsoProviders), samlAdmin)
	routes.post('/admin/sso/providers', bind(createSsoProvider), samlAdmin)
	routes.get('/admin/sso/providers/:id', bind(getSsoProvider), samlAdmin)
	routes.put('/admin/sso/providers/:id', bind(updateSsoProvider), samlAdmin)
	routes.delete('/admin/sso/providers/:id', bind(deleteSsoProvider), samlAdmin)
	routes.get('/admin/users', bind(listUsers), admin)
	routes.post('/admin/users', bind(createUserAsAdmin), admin)
	routes.get('/admin/users/:id', bind(getUserAsAdmin), admin)
	routes.put('/admin/users/:id', bind(updateUserAsAdmin), admin)
	routes.delete('/admin/users/:id', bind(deleteUserAsAdmin), admin)
	routes.get('/admin/users/:id/factors', bind(listFactorsAsAdmin), admin)
	routes.put('/admin/users/:id/factors/:factor', bind(updateFactorAsAdmin), admin)
	routes.delete('/admin/users/:id/factors/:factor', bind(deleteFactorAsAdmin), admin)
	routes.get('/admin/users/:id/passkeys', bind(listPasskeysAsAdmin), admin)
	routes.delete('/admin/users/:id/passkeys/:passkey', bind(removePasskeyAsAdmin), admin)

	checkRouteNames(context.config, routes.list)
	return routes.list
}
