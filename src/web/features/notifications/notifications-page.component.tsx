import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { NotificationSettingsRow, ProfileRow } from '#shared/rows.ts'
import { answer, answerRows, failure, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, person, space } from '#test/support/components/open-screen.tsx'
import { recordNotifications } from '#test/support/components/recorded-notifications.ts'

/** Answers the user's settings and profile from memory, as the server stores them. */
function answerSettings() {
	const server: { settings: NotificationSettingsRow | null; profile: ProfileRow } = {
		settings: null,
		profile: {
			id: person.id,
			username: 'owner',
			full_name: null,
			avatar_path: null,
			time_zone: null,
			locale: null,
			created_at: space.created_at,
		},
	}
	answerRows('profiles', () => [server.profile])
	answerRows('notification_settings', () => (server.settings ? [server.settings] : []))
	answer({
		'PATCH /rest/v1/profiles': async (request) => {
			server.profile = { ...server.profile, ...(await request.json()) }
		},
		'PATCH /rest/v1/notification_settings': async (request) => {
			if (!server.settings) return []
			server.settings = { ...server.settings, ...(await request.json()) }
			return [{ space_id: space.id }]
		},
		'POST /rest/v1/notification_settings': async (request) => {
			const defaults = { new_testimonial: 'immediate', edited_or_withdrawn: true, refusal: null, refused_at: null }
			server.settings = { ...defaults, ...(await request.json()) }
		},
	})
	return server
}

beforeEach(() => page.viewport(1280, 800))

test('the screen keeps each choice, and stores time zone and language of the browser once', async () => {
	const server = answerSettings()
	await openScreen('space/notifications')
	await expect.element(page.getByRole('radio', { name: /A mail at once/ })).toBeChecked()
	const zone = page.getByLabelText('Time zone', { exact: true })
	await expect.element(zone).toHaveValue('UTC')
	await expect.poll(() => server.profile).toMatchObject({ time_zone: 'UTC', locale: 'en-GB' })
	await page.getByRole('radio', { name: /One mail a day/ }).click()
	await page.getByRole('switch', { name: /edits or withdraws/ }).click()
	await expect.poll(() => server.settings).toMatchObject({ new_testimonial: 'daily', edited_or_withdrawn: false })
	await zone.selectOptions('Europe/Lisbon')
	await expect.poll(() => server.profile.time_zone).toBe('Europe/Lisbon')
	await expect.element(zone).toHaveValue('Europe/Lisbon')
	await expect.element(page.getByRole('radio', { name: /One mail a day/ })).toBeChecked()
})

test('a choice that the server refuses goes back', async () => {
	answerSettings()
	answer({ 'PATCH /rest/v1/notification_settings': () => failure(403, '42501') })
	await openScreen('space/notifications')
	await page.getByRole('radio', { name: /One mail a day/ }).click()
	await expect.element(page.getByRole('radio', { name: /A mail at once/ })).toBeChecked()
})

test('a sample is asked for by a button that says where it was sent', async () => {
	answerSettings()
	answer({ 'POST /rest/v1/rpc/send_test_notification': () => undefined })
	await openScreen('space/notifications')
	await page.getByRole('button', { name: 'Send me a sample mail' }).click()
	await expect.element(page.getByText(`Sent to ${person.email}.`)).toBeVisible()
	expect(await sentRequests('POST /rest/v1/rpc/send_test_notification')[0]?.json()).toEqual({ space_id: space.id })
})

test('a browser that blocks notifications is named, with what to do', async () => {
	const recorded = recordNotifications('denied')
	answerSettings()
	await openScreen('space/notifications')
	await expect.element(page.getByText(/This browser blocks notifications for/)).toBeVisible()
	await expectAccessible()
	await page.getByRole('button', { name: 'Try again' }).click()
	expect(recorded.asked).toBe(1)
	await expect.element(page.getByRole('switch', { name: /A notification for each/ })).not.toBeChecked()
})
