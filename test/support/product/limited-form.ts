import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { createSpace, type SpaceFixture } from './space-fixture.ts'

/**
 * Opens the program with rate limits over a new database whose budgets are of one hour, which does not turn while a test spends them.
 * @param env limits, as an operator would write them
 */
export async function openLimitedForm(env: Record<string, string>): Promise<{ app: TestApp; space: SpaceFixture }> {
	const app = await createTestApp({ RATE_LIMITS: 'on', SUBMIT_PER_ADDRESS_HOURLY: '1000', ...env })
	const space = await createSpace(app.database)
	await asOwner(
		app.database,
		`do $do$ begin
			execute format('create function public.hold_the_hour() returns trigger language plpgsql as $$ begin
				new.hour := %L;
				return new;
			end $$', date_trunc('hour', now()));
		end $do$;
		create trigger hold_the_hour before insert on private.space_budgets for each row execute function public.hold_the_hour();
		create trigger hold_the_hour before insert on private.form_pressure for each row execute function public.hold_the_hour()`,
	)
	return { app, space }
}
