import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Deps, Env } from '#server/deps.ts'
import { listAudit } from './admin-audit.ts'
import { requireAdmin } from './admin-bearer.ts'
import { deleteFactorAsAdmin, listFactorsAsAdmin, updateFactorAsAdmin } from './admin-factors.ts'
import { listUsers } from './admin-user-list.ts'
import {
	createUserAsAdmin,
	deleteUserAsAdmin,
	getUserAsAdmin,
	updateUserAsAdmin,
} from './admin-users.ts'
import { requireApiKey } from './api-key.ts'
import { type AuthContext, createAuthContext } from './auth-context.ts'
import { authorize, authorizeLink } from './authorize.ts'
import { callback } from './callback.ts'
import { health, openidConfiguration, publicKeys, settings } from './discovery.ts'
import { AuthError } from './errors.ts'
import { challengeFactor } from './factor-challenge.ts'
import { enrollFactor } from './factor-enroll.ts'
import { removeFactor } from './factor-remove.ts'
import { verifyFactor } from './factor-verify.ts'
import { generateLink } from './generate-link.ts'
import { unlinkIdentity } from './identities.ts'
import { invite } from './invite.ts'
import { logout } from './logout.ts'
import { samlDisabled } from './not-offered.ts'
import { otp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { renderAuthError } from './render-error.ts'
import { resend } from './resend.ts'
import { signup } from './signup.ts'
import { token } from './token.ts'
import { getUser } from './user.ts'
import { updateUser } from './user-update.ts'
import { verify } from './verify.ts'
import { verifyLink } from './verify-link.ts'

const maxBodyBytes = 1024 * 1024

/** auth/v1, every address on one screen (auth.md). */
export function authRoutes(deps: Deps, context: AuthContext = createAuthContext(deps)): Hono<Env> {
	const app = new Hono<Env>()
	app.onError((error, c) => renderAuthError(error, c, deps.log))
	app.use(requireApiKey(context), bodyLimit({ maxSize: maxBodyBytes, onError: refuseLargeBody }))
	app.use(async (c, next) => {
		await next()
		if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
	})

	// Anyone
	app.post('/signup', signup(context))
	app.post('/token', token(context))
	app.post('/otp', otp(context))
	app.post('/magiclink', otp(context))
	app.post('/verify', verify(context))
	app.get('/verify', verifyLink(context))
	app.post('/recover', recover(context))
	app.post('/resend', resend(context))
	app.get('/authorize', authorize(context))
	app.on(['GET', 'POST'], '/callback', callback(context))
	app.post('/sso', samlDisabled)
	app.on(['GET', 'POST'], '/sso/saml/*', samlDisabled)
	app.get('/settings', settings(context))
	app.get('/health', health)
	app.get('/.well-known/jwks.json', publicKeys(context))
	app.get('/.well-known/openid-configuration', openidConfiguration(context))

	// Whoever is signed in
	app.get('/user', getUser(context))
	app.put('/user', updateUser(context))
	app.post('/logout', logout(context))

	app.get('/reauthenticate', reauthenticate(context))
	app.get('/user/identities/authorize', authorizeLink(context))
	app.delete('/user/identities/:id', unlinkIdentity(context))
	app.post('/factors', enrollFactor(context))
	app.post('/factors/:id/challenge', challengeFactor(context))
	app.post('/factors/:id/verify', verifyFactor(context))
	app.delete('/factors/:id', removeFactor(context))

	// Administrators
	const admin = requireAdmin(context)
	app.use('/admin/*', admin)
	app.post('/invite', admin, invite(context))
	app.post('/admin/generate_link', generateLink(context))
	app.get('/admin/audit', listAudit(context))
	app.all('/admin/sso/*', samlDisabled)
	app.get('/admin/users', listUsers(context))
	app.post('/admin/users', createUserAsAdmin(context))
	app.get('/admin/users/:id', getUserAsAdmin(context))
	app.put('/admin/users/:id', updateUserAsAdmin(context))
	app.delete('/admin/users/:id', deleteUserAsAdmin(context))
	app.get('/admin/users/:id/factors', listFactorsAsAdmin(context))
	app.put('/admin/users/:id/factors/:factor', updateFactorAsAdmin(context))
	app.delete('/admin/users/:id/factors/:factor', deleteFactorAsAdmin(context))

	app.all('*', (c) => c.text('404 page not found\n', 404))
	return app
}

function refuseLargeBody(): never {
	throw new AuthError(413, 'request_entity_too_large', 'Request body is larger than 1 MiB')
}
