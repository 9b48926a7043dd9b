import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ProfileRow } from '#shared/rows.ts'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { openScreen, person, space } from '#test/support/components/open-screen.tsx'

const name = page.getByLabelText('Full name')

/** Answers the profile and the lists of the account from memory. */
function answerAccount() {
	const server: { profile: ProfileRow } = {
		profile: {
			id: person.id,
			username: 'owner',
			full_name: null,
			avatar_path: null,
			time_zone: 'UTC',
			locale: 'en-GB',
			created_at: space.created_at,
		},
	}
	answerRows('profiles', () => [server.profile])
	answer({
		'PATCH /rest/v1/profiles': async (request) => {
			server.profile = { ...server.profile, ...(await request.json()) }
		},
		'POST /rest/v1/rpc/my_sessions': () => [],
		'POST /rest/v1/rpc/username_available': () => true,
	})
	return server
}

test('saving a name does not overwrite the username that another device changed', async () => {
	const server = answerAccount()
	await openScreen('account')
	await name.findElement()
	server.profile = { ...server.profile, username: 'owner-elsewhere' }
	await name.fill('Ruth Adeyemi')
	await page.getByRole('button', { name: 'Save profile' }).click()
	await expect.element(page.getByText('Profile saved')).toBeVisible()
	await expect.element(page.getByLabelText('Username')).toHaveValue('owner-elsewhere')
	expect(await sentRequests('PATCH /rest/v1/profiles')[0]?.json()).toEqual({ full_name: 'Ruth Adeyemi' })
})

test('a name stays in its field while the server cannot be reached, and the same button saves it', async () => {
	const server = answerAccount()
	answer({ 'PATCH /rest/v1/profiles': () => Promise.reject(new TypeError('Failed to fetch')) })
	await openScreen('account')
	await name.fill('Una Skerry')
	await page.getByRole('button', { name: 'Save profile' }).click()
	await expect
		.element(page.getByText('The server cannot be reached. Check your connection and try again.'))
		.toBeVisible()
	await expect.element(name).toHaveValue('Una Skerry')
	answer({
		'PATCH /rest/v1/profiles': async (request) => {
			server.profile = { ...server.profile, ...(await request.json()) }
		},
	})
	await page.getByRole('button', { name: 'Save profile' }).click()
	await expect.poll(() => server.profile.full_name).toBe('Una Skerry')
})
