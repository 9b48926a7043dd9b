import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerRows } from '#test/support/components/answers.ts'
import { keyRow, webhookRow } from '#test/support/components/connection-answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'
import { serviceGroups } from './services/services.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const slackId = '62626262-6262-4262-8262-626262626262'

beforeEach(() => page.viewport(1280, 800))

test('an empty space is offered all services in four groups', async () => {
	await openScreen('space/connections')
	await expect.element(heading('Nothing is connected yet')).toBeVisible()
	for (const { title } of serviceGroups) await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await expectAccessible()
})

test('what needs a person stands first among what is connected', async () => {
	answerRows('api_keys', [keyRow(), keyRow({ id: slackId, name: 'Desk agent' })])
	answerRows('webhooks', [
		webhookRow({ id: slackId, kind: 'slack', url: 'https://hooks.slack.com/services/x' }),
		webhookRow({ is_active: false, paused_reason: 'failed' }),
	])
	await openScreen('space/connections')
	await expect.element(heading('Four things are connected, one is paused')).toBeVisible()
	const first = page.getByRole('region', { name: 'Connected' }).getByRole('listitem').first()
	await expect.element(first.getByText('Paused: nine tries in 24 hours failed')).toBeVisible()
	await expect.element(page.getByRole('link', { name: /^Agents, by MCP Connected · Desk agent/ })).toBeVisible()
	await expect.element(page.getByRole('link', { name: /^Slack Connected · hooks\.slack\.com/ })).toBeVisible()
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
