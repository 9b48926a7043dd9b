import { sql } from '#platform/pg/sql.ts'

/** Calls the operator's function as supabase_auth_admin, through auth.run_hook. */
export const callHookFunction = (schema: string, name: string, payload: string) => sql`
	select auth.run_hook(${schema}, ${name}, ${payload}::jsonb) as answer`

/** Applies to the following statements of this transaction. */
export const setStatementTimeout = (milliseconds: number) => sql`
	select set_config('statement_timeout', ${String(milliseconds)}, true)`
