import { asOwner, type TestDatabase } from './database.ts'

/** The setting that makes a function of `public` a hook. */
export const functionUri = (name: string) => `pg-functions://postgres/public/${name}`

/**
 * Makes a function as an operator would who follows Supabase's own guide to hooks.
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
