import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FederationApp, openFederationApp } from '#test/support/auth/federation-app.ts'
import { accountField, openVisitor } from '#test/support/product/account-visitor.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { openStatement, sealStatement } from './account-statement.ts'

let place: FederationApp
let space: SpaceFixture

beforeAll(async () => {
	place = await openFederationApp()
})
beforeEach(async () => {
	space = await createSpace(place.app.database)
})
afterAll(() => place.close())

const maria = { sub: 'm-1', name: 'Maria Silva', email: 'maria@skerry.example', email_verified: true }

const basesOf = (testimonial: string | undefined) =>
	place.app.sql<{ basis: string; evidence: string; provider: string | null }>(
		'select basis, evidence, provider from public.verifications where testimonial_id = $1',
		[testimonial],
	)

async function send(account: string | undefined, of = space) {
	const { status, body } = await postSubmission(place.app, submissionBody(of, { account }))
	expect([status, body.error]).toEqual([201, undefined])
	return body
}

/** Signs in and opens the form. @returns the statement of its form */
async function statementOf(person = maria, of = space) {
	const visitor = openVisitor(place)
	const address = await visitor.signIn(of.slug, person)
	const page = await visitor.request(address)
	return { visitor, address, page, field: accountField(page.text) ?? '' }
}

test('a visitor who signed in with a provider sends a testimonial with the basis provider', async () => {
	const { page, field } = await statementOf()
	expect(page.text).toContain('Signed in with <bdi>Google</bdi> as <bdi>Maria Silva</bdi>')
	expect(page.headers.get('cache-control')).toBe('private, no-store')
	expect(page.headers.get('referrer-policy')).toBe('no-referrer')
	const { id } = await send(field)
	expect(await basesOf(id)).toEqual([
		{ basis: 'provider', evidence: 'Maria Silva, m…@skerry.example', provider: 'Google' },
	])
})

test('the way to the provider makes no user, identity, session or audit entry, and leaves no flow behind', async () => {
	const counts = () =>
		place.app.sql(`select (select count(*) from auth.users) as users, (select count(*) from auth.identities) as identities,
				(select count(*) from auth.sessions) as sessions, (select count(*) from auth.audit_log_entries) as audit,
				(select count(*) from auth.flow_state) as flows`)
	const before = await counts()
	await statementOf({ ...maria, sub: 'nobody-yet' })
	expect(await counts()).toEqual(before)
})

test('a statement proves one testimonial, also when fifty are sent with it at once', async () => {
	const { field, visitor, address } = await statementOf()
	const sent = await Promise.all(Array.from({ length: 50 }, () => send(field)))
	const bases = await Promise.all(sent.map(({ id }) => basesOf(id)))
	expect(bases.flat()).toHaveLength(1)
	const page = await visitor.request(address)
	expect(page.text).toContain('This sign-in was used for other words already.')
	expect(accountField(page.text)).toBeUndefined()
})

test('a repeated request with a statement is the same testimonial, also after the page was opened again', async () => {
	const { field, visitor, address } = await statementOf()
	const again = accountField((await visitor.request(address)).text)
	expect(again).not.toBe(field)
	const key = { 'idempotency-key': crypto.randomUUID() }
	const first = await postSubmission(place.app, submissionBody(space, { account: field }), key)
	const second = await postSubmission(place.app, submissionBody(space, { account: again }), key)
	expect([second.status, second.body.id]).toEqual([201, first.body.id])
})

test('a statement in an address proves nothing in another browser, and nothing in a submission', async () => {
	const { address } = await statementOf()
	const sealed = new URL(address).searchParams.get('account') ?? ''
	const page = await openVisitor(place).request(address)
	expect(page.text).toContain('This sign-in is not valid here.')
	expect(page.text).not.toContain('Maria')
	expect(accountField(page.text)).toBeUndefined()
	expect(await basesOf((await send(sealed)).id)).toEqual([])
})

test('a refused form keeps the statement of its own browser only', async () => {
	const { field, visitor } = await statementOf()
	const body = () => new URLSearchParams({ form: space.slug, body: 'Words', account: field })
	const headers = { accept: 'text/html' }
	const own = await visitor.request('/functions/v1/submit', { method: 'POST', body: body(), headers })
	expect([own.status, own.text.includes('as <bdi>Maria Silva</bdi>')]).toEqual([422, true])
	const other = await openVisitor(place).request('/functions/v1/submit', { method: 'POST', body: body(), headers })
	expect([other.status, other.text.includes('Maria'), accountField(other.text)]).toEqual([422, false, undefined])
})

test('a forged, altered, foreign or expired statement costs the basis and not the words', async () => {
	const { field, address, visitor } = await statementOf()
	const other = await createSpace(place.app.database)
	const altered = Buffer.from(field, 'base64url')
	altered[40] = (altered[40] ?? 0) ^ 1
	for (const text of ['x', 'A'.repeat(400), altered.toString('base64url'), `${field}A`, field.slice(0, -4)])
		expect(await basesOf((await send(text)).id)).toEqual([])
	expect(await basesOf((await send(field, other)).id)).toEqual([])
	const elsewhere = await visitor.request(address.replace(space.slug, other.slug))
	expect(elsewhere.text).toContain('This sign-in is not valid here.')
	const refused = await postSubmission(place.app, submissionBody(space, { account: ['x'] }))
	expect(refused.body.error?.fields).toEqual({ account: 'This must be text.' })
	const expired = openStatement(place.app.deps.keys.secret, field, 'form')
	if (!expired) throw new Error('the page made no statement')
	for (const seconds of [-1, -3600]) {
		const late = { ...expired, expiresAt: Date.now() + seconds * 1000 }
		const made = sealStatement(place.app.deps.keys.secret, late, 'form')
		expect(await basesOf((await send(made)).id)).toEqual([])
	}
	// None of these attempts used it up.
	expect(await basesOf((await send(field)).id)).toHaveLength(1)
})

test('a visitor’s link is kept on the way to the provider and back', async () => {
	const visitor = openVisitor(place)
	const address = await visitor.signIn(space.slug, maria, { i: 'a-token', order: 'A 1', sig: 'ff' })
	const { pathname, searchParams, hash } = new URL(address)
	expect([pathname, hash]).toEqual([`/collect/${space.slug}`, '#account'])
	expect(Object.fromEntries(searchParams)).toMatchObject({ i: 'a-token', order: 'A 1', sig: 'ff' })
	const [stored] = await place.app.sql<{ n: string }>(
		"select count(*) as n from auth.flow_state where redirect_to like '%a-token%'",
	)
	expect(stored?.n).toBe('0')
})
