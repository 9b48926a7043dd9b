import { asOwner, type TestDatabase } from '#test/support/test-database.ts'

/** The setting that registers a function of `public` as a hook. */
export const functionUri = (name: string) => `pg-functions://postgres/public/${name}`

/**
 * Creates a function as in Supabase's guide: https://supabase.com/docs/guides/auth/auth-hooks.
 * @param body plpgsql, with the payload as `event`
 */
export async function makeHookFunction(
	database: TestDatabase,
	name: string,
	body: string,
	returns = 'jsonb',
): Promise<void> {
	await asOwner(
		database,
		`create or replace function public.${name}(event jsonb) returns ${returns} language plpgsql as $$ begin ${body} end $$;
		grant execute on function public.${name} to supabase_auth_admin;
		revoke execute on function public.${name} from authenticated, anon, public`,
	)
}
