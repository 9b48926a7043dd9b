import { holdTheHour } from '#test/support/postgres/hold-the-hour.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { createSpace, type SpaceFixture } from './space-fixture.ts'

/**
 * Opens the program with rate limits over a new database whose budgets are of one hour, which does not turn while a test spends them.
 * @param env limits, as an operator would write them
 */
export async function openLimitedForm(env: Record<string, string>): Promise<{ app: TestApp; space: SpaceFixture }> {
	const app = await createTestApp({ RATE_LIMITS: 'on', SUBMIT_PER_ADDRESS_HOURLY: '1000', ...env })
	const space = await createSpace(app.database)
	await holdTheHour(app.database)
	return { app, space }
}
