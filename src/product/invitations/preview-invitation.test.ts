import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvitationPreview } from '#shared/mail/invitation-api.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['person']>>
let form_id: string
beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	const { data } = await owner.client.rpc('create_space', { name: 'Fernhill Pottery', slug: 'fernhill' }).throwOnError()
	form_id = data.form_id
})
afterAll(() => app.close())

const preview = (by: Pick<typeof owner, 'client'>, changes: Record<string, unknown> = {}) =>
	by.client.functions.invoke<InvitationPreview>('invitation-preview', {
		body: {
			form_id,
			subject: 'How was {space}, {name}?',
			message: 'Dear {name},\r\n\r\ntell <us>.',
			recipient: { name: 'Ines' },
			...changes,
		},
	})

it('a member sees the mail as it would be sent, and nothing is sent', async () => {
	const { data } = await preview(owner)
	expect(data?.subject).toBe('How was Fernhill Pottery, Ines?')
	expect(data?.text).toContain('Dear Ines,\n\ntell <us>.')
	expect(data?.html).toContain('tell &lt;us&gt;.')
	expect(data?.html).toContain('Do not ask me again')
	expect((await preview(owner, { recipient: {} })).data?.subject).toBe('How was Fernhill Pottery?')
	expect(await asOwner(app.database, 'select from public.invitations')).toEqual([])
})

it('strangers and anonymous callers see no mail, and odd fields are named', async () => {
	const stranger = await app.person()
	const status = async (by: Pick<typeof owner, 'client'>, changes?: Record<string, unknown>) =>
		((await preview(by, changes)).error?.context as Response | undefined)?.status
	expect(await status(stranger)).toBe(404)
	expect(await status({ client: app.client() })).toBe(401)
	expect(await status(owner, { form_id: 'x' })).toBe(422)
	expect(await status(owner, { message: 'x'.repeat(5001) })).toBe(422)
})
