import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '#e2e/support/fixtures.ts'
import { type SamlIdentityProvider, startSamlIdentityProvider } from '#test/fakes/saml-identity-provider.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

let server: Server
let idp: SamlIdentityProvider

test.beforeAll(async () => {
	server = await startServer({
		RATE_LIMITS: 'off',
		SAML_ENABLED: 'on',
		SAML_ALLOW_PRIVATE_METADATA: 'on',
	})
	idp = await startSamlIdentityProvider()
	idp.trust(await (await fetch(`${server.url}/auth/v1/sso/saml/metadata`)).text())
	const { serviceRoleKey } = JSON.parse(await readFile(join(server.dataDir, 'keys.json'), 'utf8'))
	const made = await fetch(`${server.url}/auth/v1/admin/sso/providers`, {
		method: 'POST',
		headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
		body: JSON.stringify({
			type: 'saml',
			metadata_url: idp.metadataUrl,
			domains: ['skerry.example'],
			attribute_mapping: { keys: { full_name: { name: 'cn' } } },
		}),
	})
	expect(made.status).toBe(201)
})
test.afterAll(async () => {
	await server.stop()
	await idp.close()
})

test('a person signs in through their company’s identity provider', { tag: '@each' }, async ({ page }) => {
	idp.next = {
		answer: { nameId: 'employee-7', attributes: { mail: 'isla@skerry.example', cn: 'Isla Moore' } },
	}
	await page.goto(`${server.url}/auth?mode=sign-in`)
	await page.getByRole('button', { name: 'Single sign-on' }).click()
	await page.getByLabel('Work e-mail').fill('Isla@Skerry.example')
	const asked = page.waitForRequest((request) => request.url().startsWith(new URL(idp.metadataUrl).origin))
	const posted = page.waitForRequest(`${server.url}/auth/v1/sso/saml/acs`)
	await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
	expect((await asked).url()).toContain('/sso?SAMLRequest=')
	expect((await posted).method()).toBe('POST')

	await expect(page).toHaveURL(/\/dashboard/)
	const kept = await page.evaluate(() => JSON.stringify(localStorage))
	expect(kept).toContain('isla@skerry.example')
	await page.goto(`${server.url}/dashboard/account`)
	await expect(page.getByText('Your organisation manages address and password.')).toBeVisible()
})

test('a person whom the company refuses sees an error and is not signed in', async ({ page }) => {
	idp.next = { answer: { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } }
	await page.goto(`${server.url}/auth?mode=sign-in`)
	await page.getByRole('button', { name: 'Single sign-on' }).click()
	await page.getByLabel('Work e-mail').fill('isla@skerry.example')
	const refused = page.waitForResponse(`${server.url}/auth/v1/sso/saml/acs`)
	await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
	expect((await refused).status()).toBe(303)
	await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
	await expect(page.getByRole('alert')).toBeVisible()
	const kept = await page.evaluate(() => JSON.stringify(localStorage))
	expect(kept).not.toContain('access_token')
})
