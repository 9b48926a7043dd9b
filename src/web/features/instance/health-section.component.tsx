import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { HealthRow, InstanceReport } from '#shared/instance/instance-report.ts'
import { HealthSection } from './health-section.tsx'

const finding = (code: string, summary: string, remedy: string): HealthRow => ({
	name: 'Proxy',
	code,
	state: 'warns',
	summary,
	detail: `${summary} ${remedy}`,
	shareable: summary,
})
const trust = finding('proxy_not_trusted', 'The proxy is not trusted.', 'Set TRUSTED_PROXIES.')
const hidden = finding('proxy_hides_visitors', 'The proxy hides visitors.', 'Let it send X-Forwarded-For.')
const reportWith = (health: HealthRow[]) => ({ health }) as unknown as InstanceReport

test('each finding of the same subject is a line of its own, and the one that ended goes', async () => {
	// React reports rows of one key, which it may drop or double.
	const reported = vi.spyOn(console, 'error')
	const screen = await render(<HealthSection report={reportWith([trust, hidden])} />)
	expect(page.getByRole('listitem').elements()).toHaveLength(2)
	await expect.element(page.getByText('The proxy is not trusted. Set TRUSTED_PROXIES.')).toBeVisible()
	await screen.rerender(<HealthSection report={reportWith([hidden])} />)
	expect(page.getByRole('listitem').elements()).toHaveLength(1)
	await expect.element(page.getByText('The proxy hides visitors. Let it send X-Forwarded-For.')).toBeVisible()
	expect(reported).not.toHaveBeenCalled()
	reported.mockRestore()
})
