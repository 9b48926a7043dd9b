import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorOf, type FederationApp, openFederationApp } from '#test/support/auth/federation-app.ts'
import { inviteByMail } from '#test/support/product/join-link.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let open: TestApp
let place: FederationApp
let owner: Person
let spaceId: string
beforeAll(async () => {
	open = await createTestApp()
	owner = await open.person()
	spaceId = (await createOwnSpace(owner.client, { name: 'Kiln' })).space_id
	place = await openFederationApp({ SIGNUP: 'invite' }, open.database)
})
afterAll(async () => {
	await place.close()
	await open.close()
})

let people = 0
async function signIn(email: string, verified: boolean) {
	return place.signIn({ sub: `guest-${++people}`, email, email_verified: verified, name: 'A Guest' })
}

it('with SIGNUP=invite a provider that verified an invited address makes the account', async () => {
	await inviteByMail(open, owner.client, spaceId, 'guest@kiln.example')
	const user = await place.userOf(await signIn('Guest@kiln.example', true))
	expect(user).toMatchObject({ email: 'guest@kiln.example', email_confirmed_at: expect.any(String) })
})

it('an address that the provider did not verify, one without an invitation and one whose invitation ended are refused', async () => {
	await inviteByMail(open, owner.client, spaceId, 'unverified@kiln.example')
	await inviteByMail(open, owner.client, spaceId, 'late@kiln.example')
	await open.sql(`update member_invitations set expires_at = now() where email = 'late@kiln.example'`)
	for (const [email, verified] of [
		['unverified@kiln.example', false],
		['nobody@kiln.example', true],
		['late@kiln.example', true],
	] as const)
		expect([email, errorOf(await signIn(email, verified)).error_code]).toEqual([email, 'signup_disabled'])
})
