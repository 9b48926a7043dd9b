import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { LandingReport } from '#shared/instance/instance-report.ts'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { LandingSection } from './landing-section.tsx'

const walls = [{ slug: 'fernhill', name: 'Fernhill', space: 'Pottery' }]
const open = (landing: Partial<LandingReport>) => {
	answer({
		'GET /functions/v1/instance': () => ({ kind: 'sign-in', slug: null, is_fixed: false, walls, ...landing }),
		'POST /functions/v1/instance': () => ({ ok: true }),
	})
	return render(
		<QueryClientProvider client={new QueryClient()}>
			<main>
				<h1>This server</h1>
				<LandingSection />
			</main>
		</QueryClientProvider>,
	)
}
const radio = (name: RegExp) => page.getByRole('radio', { name })
const save = page.getByRole('button', { name: 'Show it' })
const address = page.getByLabelText('Address of the wall')

test('the operator chooses a published wall by its address, also by the whole one', async () => {
	await open({})
	await expect.element(radio(/^The sign-in/)).toBeChecked()
	await expect.element(save).toBeDisabled()
	await radio(/^A wall/).click()
	await address.fill('nowhere')
	await expect.element(page.getByText('No wall is published at this address.')).toBeVisible()
	await expect.element(save).toBeDisabled()
	await address.fill('https://praise.example/w/fernhill')
	await expect.element(address).toHaveValue('fernhill')
	await expectAccessible()
	await save.click()
	await expect.poll(() => sentRequests('POST /functions/v1/instance').length).toBe(1)
	const [request] = sentRequests('POST /functions/v1/instance')
	expect(await request?.json()).toEqual({ action: 'choose_landing', kind: 'wall', slug: 'fernhill' })
})

test('a front page that the setting fixes is shown and cannot be changed', async () => {
	await open({ kind: 'plaudit', is_fixed: true })
	await expect.element(page.getByText(/decides/)).toBeVisible()
	await expect.element(radio(/^The product’s page/)).toBeChecked()
	await expect.element(radio(/^The sign-in/)).toBeDisabled()
	expect(save.query()).toBeNull()
})

test('a chosen wall that is not published says so', async () => {
	await open({ kind: 'wall', slug: null })
	await expect.element(page.getByText(/^The chosen wall is not published/)).toBeVisible()
})
