import { asOwner, type TestDatabase } from '#test/support/test-database.ts'

/**
 * Keeps the hour of budgets from turning in a database, so that a test that runs across a full hour counts as at any other time.
 * @param interval added to the present hour; the clock of the nodes may be ahead
 */
export async function holdTheHour(database: TestDatabase, interval = '0 hours'): Promise<void> {
	await asOwner(
		database,
		`do $do$ begin
			execute format('create or replace function public.hold_the_hour() returns trigger language plpgsql as $$ begin
				new.hour := %L;
				return new;
			end $$', date_trunc('hour', now() + interval '${interval}'));
		end $do$;
		create trigger hold_the_hour before insert on private.space_budgets for each row execute function public.hold_the_hour();
		create trigger hold_the_hour before insert on private.form_pressure for each row execute function public.hold_the_hour()`,
	)
}
