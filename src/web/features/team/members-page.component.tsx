import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MemberInvitationRow, Role } from '#shared/rows.ts'
import { answer, answerRows, failure, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { holdAnswer } from '#test/support/components/hold-answer.ts'
import { openScreen, person, space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

const jonas = '12121212-1212-4212-8212-121212121212'
const people = page.getByRole('region', { name: 'Members', exact: true })
const pending = page.getByRole('region', { name: 'Not accepted yet' })

const member = (user_id: string, full_name: string, role: Role) => ({
	user_id,
	role,
	space_id: space.id,
	has_agreed: true,
	created_at: space.created_at,
	space,
	profile: { id: user_id, username: full_name.toLowerCase(), full_name, avatar_path: null },
})

const invitation = (change: Partial<MemberInvitationRow> = {}): MemberInvitationRow => ({
	id: '13131313-1313-4313-8313-131313131313',
	space_id: space.id,
	email: 'tomasz@kilnworks.example',
	role: 'viewer',
	invited_by: person.id,
	created_at: new Date().toISOString(),
	expires_at: new Date(Date.now() + 14 * 86_400_000).toISOString(),
	sent_at: new Date().toISOString(),
	failure: null,
	accepted_at: null,
	accepted_by: null,
	declined_at: null,
	revoked_at: null,
	version: 1,
	...change,
})

/** Opens the screen over a team in memory: the person, Jonas, and invitations. */
async function open(role: Role = 'owner', invitations: MemberInvitationRow[] = []) {
	const server = { mine: role, jonas: 'viewer' as Role, invitations, isAlone: false }
	answerRows('member_invitations', () => server.invitations)
	answer({
		'POST /rest/v1/rpc/member_addresses': () => [],
		'PATCH /rest/v1/space_members': async (request) => {
			server.jonas = (await request.json()).role
		},
	})
	await openScreen('space/members', role)
	// The query of the person's own spaces has no name of another member.
	answerRows('space_members', (request) => {
		const own = member(person.id, 'Maud', server.mine)
		const isOfPerson = new URL(request.url).searchParams.has('user_id')
		return isOfPerson || server.isAlone ? [own] : [own, member(jonas, 'Jonas', server.jonas)]
	})
	await page.getByRole('heading', { level: 1, name: 'Members' }).findElement()
	sendChange({ table: 'space_members', type: 'UPDATE', record: {} })
	return server
}

beforeEach(() => page.viewport(1280, 800))

test('an address that is refused stays in its field, and one that is invited leaves it', async () => {
	await open()
	answer({
		'POST /rest/v1/rpc/invite_member': () => failure(400, '22023', 'This does not look like an e-mail address.'),
	})
	const address = page.getByLabelText('E-mail')
	await address.fill('not an address')
	await page.getByRole('button', { name: 'Send invitation' }).click()
	await expect.element(page.getByText('This does not look like an e-mail address.')).toBeVisible()
	await expect.element(address).toHaveValue('not an address')
	await expect.element(address).toHaveFocus()
	await expectAccessible()
	answer({ 'POST /rest/v1/rpc/invite_member': () => ({ email: 'tomasz@kilnworks.example', renewed: false }) })
	answerRows('member_invitations', [invitation({ role: 'editor' })])
	await address.fill('tomasz@kilnworks.example')
	await userEvent.keyboard('{Enter}')
	await expect.element(page.getByText('Invitation sent to tomasz@kilnworks.example')).toBeVisible()
	await expect.element(address).toHaveValue('')
	await expect.element(pending.getByText('tomasz@kilnworks.example')).toBeVisible()
	await expect.element(pending.getByText(/^Editor, asked by you today, ends on/)).toBeVisible()
	expect(await sentRequests('POST /rest/v1/rpc/invite_member')[1]?.json()).toMatchObject({ role: 'editor' })
})

test('a declined invitation is asked again, one that is open is taken back, and its link is shown', async () => {
	const server = await open('owner', [invitation({ declined_at: new Date().toISOString() })])
	answer({
		'POST /rest/v1/rpc/invite_member': () => {
			server.invitations = [invitation()]
			return { email: 'tomasz@kilnworks.example', renewed: true }
		},
		'POST /functions/v1/member-link': () => ({ url: 'https://plaudit.example/join/secret' }),
		'POST /rest/v1/rpc/revoke_member_invitation': () => {
			server.invitations = []
		},
	})
	await expect.element(pending.getByText(/^Declined today/)).toBeVisible()
	await pending.getByRole('button', { name: 'Ask again: tomasz@kilnworks.example' }).click()
	await expect.element(pending.getByText(/^Viewer, asked by you today/)).toBeVisible()
	await page.getByRole('button', { name: 'Show the link for tomasz@kilnworks.example' }).click()
	await expect
		.element(page.getByRole('textbox', { name: 'Link for tomasz@kilnworks.example' }))
		.toHaveValue('https://plaudit.example/join/secret')
	await expectAccessible()
	await page.getByRole('button', { name: 'Take back: tomasz@kilnworks.example' }).click()
	await expect.element(page.getByText('The invitation was taken back')).toBeVisible()
	await expect.element(pending).not.toBeInTheDocument()
})

test('a role that is being saved is not put back by a list that was read before', async () => {
	await open()
	const role = people.getByLabelText('Role of Jonas')
	await role.findElement()
	const saving = holdAnswer('PATCH /rest/v1/space_members')
	await role.selectOptions('Editor')
	await saving.given
	await expect.element(role).toHaveValue('editor')
	await page.getByRole('button', { name: 'Remove Jonas' }).click()
	const question = page.getByRole('dialog', { name: 'Remove Jonas?' })
	await question.findElement()
	await expectAccessible()
	await saving.letGo()
	await question.getByRole('button', { name: 'Cancel' }).click()
	await expect.element(role).toHaveValue('editor')
})

test('the only owner cannot leave, hands the space over, and stays as an editor', async () => {
	const server = await open()
	await expect.element(page.getByText(/^You are the only owner\./)).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Leave the space' })).toHaveAttribute('aria-disabled', 'true')
	answer({
		'POST /rest/v1/rpc/hand_over_space': () => {
			Object.assign(server, { mine: 'editor', jonas: 'owner' })
		},
		'DELETE /rest/v1/space_members': () => undefined,
		'POST /rest/v1/rpc/space_numbers': () => [],
	})
	await page.getByRole('button', { name: 'Hand over', exact: true }).click()
	const question = page.getByRole('dialog', { name: 'Hand over Bakery to Jonas?' })
	await expect.element(question.getByText(/Only they can give it back\./)).toBeVisible()
	await expectAccessible()
	await question.getByRole('button', { name: 'Hand over' }).click()
	await expect.element(page.getByText(/^Jonas owns the space now\./)).toBeVisible()
	expect(await sentRequests('POST /rest/v1/rpc/hand_over_space')[0]?.json()).toEqual({
		space_id: space.id,
		user_id: jonas,
	})
	await expect.element(page.getByRole('region', { name: 'Invite' })).not.toBeInTheDocument()
	await page.getByRole('button', { name: 'Leave the space' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Leave the space' }).click()
	await expect.poll(() => sentRequests('DELETE /rest/v1/space_members')).toHaveLength(1)
})

test('an owner without another member is asked to invite the person first', async () => {
	const server = await open()
	server.isAlone = true
	sendChange({ table: 'space_members', type: 'UPDATE', record: {} })
	await expect.element(page.getByText(/Invite the person first\./)).toBeVisible()
})

test('an editor reads the team and changes nothing', async () => {
	await open('editor')
	await expect.element(people.getByText('Jonas', { exact: true })).toBeVisible()
	await expect.element(page.getByRole('region', { name: 'Invite' })).not.toBeInTheDocument()
	expect(people.getByLabelText(/^Role of/).elements()).toEqual([])
})
