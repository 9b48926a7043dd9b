import { sql } from '#server/pg/sql.ts'

/** The operator's function, run as supabase_auth_admin; see the migration of auth.run_hook. */
export const runHook = (schema: string, name: string, payload: string) => sql`
	select auth.run_hook(${schema}, ${name}, ${payload}::jsonb) as answer`

/** For the statements that follow in this transaction. */
export const limitStatements = (milliseconds: number) => sql`
	select set_config('statement_timeout', ${String(milliseconds)}, true)`
