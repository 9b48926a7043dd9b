import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { issuePreviewToken } from './preview-token.ts'

let app: TestApp
let url: string
let space: TestSpace
beforeAll(async () => {
	app = await createTestApp()
	url = await app.listen()
	space = await makeSpace(url)
	const { client, spaceId, formId } = space
	const question = { id: crypto.randomUUID(), kind: 'short', label: 'Which boat?', options: [] }
	const mine = { title: 'How was the water?', questions: [question], thank_you: { coupon_code: 'SECRET-10' } }
	await client.from('form_drafts').insert({ space_id: spaceId, form_id: formId, mine, base: {} }).throwOnError()
})
afterAll(() => app.close())

const addressFor = async (client: SupabaseClient) => {
	const { data, error } = await client.functions.invoke('form-preview', { body: { form_id: space.formId } })
	if (error) throw error
	return data.url as string
}
const pageAt = (path: string) => fetch(url + path)

it('a member looks at the draft, on a page that runs and sends nothing and no cache keeps', async () => {
	const page = await pageAt(await addressFor(space.client))
	const html = await page.text()
	expect(html).toContain('How was the water?')
	expect(html).toContain('Which boat?')
	expect(html).not.toContain('SECRET-10')
	expect(page.headers.get('content-security-policy')).toContain('sandbox allow-same-origin')
	expect(page.headers.get('cache-control')).toBe('private, no-store')
	expect(page.headers.get('referrer-policy')).toBe('no-referrer')
	expect(await (await pageAt(`/collect/${space.slug}`)).text()).not.toContain('How was the water?')
})

it('a member looks at a former version, and sees the present page where there is none', async () => {
	const { client, formId } = space
	const { data: former } = await client.from('forms').select('title').eq('id', formId).single().throwOnError()
	await client.from('forms').update({ title: 'A second title' }).eq('id', formId).throwOnError()
	const address = await addressFor(client)
	expect(await (await pageAt(`${address}&version=1`)).text()).toContain(former.title)
	for (const version of ['99', '0', '-1', 'x', '4294967296'])
		expect((await pageAt(`${address}&version=${version}`)).status, version).toBe(200)
	expect(await (await pageAt(`${address}&version=99`)).text()).toContain('A second title')
})

it('a stranger gets no address, and a member who left sees what is published', async () => {
	const { client, spaceId } = space
	const [stranger, colleague] = [await makeSpace(url), await makeSpace(url)]
	const { error } = await stranger.client.functions.invoke('form-preview', { body: { form_id: space.formId } })
	expect(error?.context.status).toBe(404)
	await joinSpace(client, spaceId, colleague.client, 'viewer')
	const address = await addressFor(colleague.client)
	expect(await (await pageAt(address)).text()).toContain('How was the water?')
	const { data } = await colleague.client.auth.getUser()
	await client.from('space_members').delete().match({ space_id: spaceId, user_id: data.user?.id }).throwOnError()
	expect(await (await pageAt(address)).text()).not.toContain('How was the water?')
})

it('an address of another form, a changed one and an old one show what is published', async () => {
	const other = await makeSpace(url)
	const { data } = await space.client.auth.getUser()
	const member = data.user?.id ?? ''
	const { secret } = app.deps.keys
	const old = issuePreviewToken(secret, space.formId, member, Date.now() - 13 * 3_600_000)
	const [path = '', token = ''] = (await addressFor(space.client)).split('preview=')
	const stolen = issuePreviewToken(secret, space.formId, (await other.client.auth.getUser()).data.user?.id ?? '')
	for (const wrong of [
		old,
		stolen,
		`${token}x`,
		token.slice(1),
		'..',
		'a.b.c',
		issuePreviewToken(secret, other.formId, member),
	])
		expect(await (await pageAt(`${path}preview=${wrong}`)).text(), wrong).not.toContain('How was the water?')
})

it('what is no form is refused', async () => {
	for (const form_id of [undefined, 'x', 5, crypto.randomUUID()]) {
		const { error } = await space.client.functions.invoke('form-preview', { body: { form_id } })
		expect([404, 422]).toContain(error?.context.status)
	}
	const anonymous = await fetch(`${url}/functions/v1/form-preview`, { method: 'POST', body: '{}' })
	expect(anonymous.status).toBe(401)
})
